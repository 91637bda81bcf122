import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { testOfLog } from '#state/testOfLog';
import { stateHash, unpacked } from './gate.ts';
import type { Session } from './openSession.ts';

/** A recording as a marble test: its events lead from its first state to its last one. */
export async function toTest(session: Session): Promise<string> {
  const { before: first, blocks } = await unpacked(session);
  const [before, events] = [reduceLog(first, []), blocks.flat()];
  const at = new Date(events.at(-1)?.at ?? 0).toISOString();
  const name = session.info.note === '' ? `shows at ${at} what it showed` : session.info.note;
  return testOfLog({ name, before: keyframeOf(before), events, hash: stateHash(reduceLog(before, events)) });
}
