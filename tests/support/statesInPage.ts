import { sha256 } from '#edge/bytes/recordingCodec';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { canonicalState } from '#state/canonicalState';
import { checkedBlock } from '#past/file/checkedBlock';
import { stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { openRecording } from '#streams/recording/openRecording';

/** The hash of the state at the end of each block of a recording, as a browser computes it. Bundled and run in a page. */
export async function blockHashes(address: string): Promise<readonly string[]> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const { blocks, block } = await openRecording({ length: bytes.length, read: async (from, to) => bytes.slice(from, to) }, recordingCodec);
  return Promise.all(
    blocks.map(async (placed) => {
      const { keyframe, count, eventAt } = checkedBlock(await block(placed));
      const before = keyframe === null ? undefined : stateOf(keyframe);
      const state = reduceLog(
        before,
        Array.from({ length: count }, (_, index) => eventAt(index)),
      );
      return sha256(JSON.stringify(canonicalState(state)));
    }),
  );
}
