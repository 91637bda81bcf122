import { canonicalState } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import { DamagedRecording } from '#streams/recording/bytes';
import type { EventBlock } from '#streams/recording/eventBlock';
import { isNext, type RecordedSession } from './openSession.ts';

const stateText = (state: RootState): string => JSON.stringify(canonicalState(state));
const stateBefore = ({ keyframe }: EventBlock): RootState | undefined => (keyframe === null ? undefined : stateOf(keyframe));

/** Verifies a recording block by block (`verify`); returns its first fault on one line, null if the recording is valid. */
export async function verify(session: RecordedSession): Promise<string | null> {
  if (session.damage !== null) return session.damage;
  let before: RootState | undefined;
  for (const [index, placed] of session.blocks.entries()) {
    const name = `Block ${String(index + 1)} of ${String(session.blocks.length)}`;
    try {
      const block = await session.block(placed);
      const previous = session.blocks[index - 1];
      const begin = stateBefore(block);
      const goesOn = previous !== undefined && isNext(previous, placed) && before !== undefined && begin !== undefined;
      if (goesOn && stateText(before ?? begin) !== stateText(begin)) return `${name} does not begin with the state after the one before.`;
      before = reduceLog(
        begin,
        Array.from({ length: block.count }, (_, event) => block.eventAt(event)),
      );
    } catch (error) {
      if (error instanceof DamagedRecording) return `${name}: ${error.message}`;
      throw error;
    }
  }
  return null;
}
