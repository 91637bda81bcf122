import { reduceLog } from '#state/store';
import { marbleTestOf } from '#past/file/marbleTest';
import { readBlocks, type Fold } from './gate.ts';
import type { RecordedSession } from './openSession.ts';

/** Converts a recording to a marble test (`convert`), which expects the state that `fold` computes from the events of the recording. */
export async function toTest(session: RecordedSession, fold: Fold = reduceLog): Promise<string> {
  const { before: first, blocks } = await readBlocks(session);
  const [before, events] = [reduceLog(first, []), blocks.flat()];
  const at = new Date(events.at(-1)?.at ?? 0).toISOString();
  const name = session.info.note === '' ? `shows at ${at} what it showed` : session.info.note;
  return marbleTestOf({ name, before, events, expected: fold(before, events) });
}
