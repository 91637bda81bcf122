import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { recordingFile } from '#streams/recording/recordingFile';
import { nodeCodec } from '#session/nodeCodec';
import { aLog } from '../past/recordedLog.ts';
import { anInfo } from '../streams/recording/aRecordingFile.ts';

/** A log as a file, in blocks of `perBlock` events; `falsified` changes the keyframe of a block. */
export async function sessionFile(events: readonly FleetEvent[] = aLog(60), perBlock = 50, falsified?: number): Promise<Uint8Array> {
  const frames: Uint8Array[] = [];
  let state = reduceLog(undefined, []);
  for (let from = 0; from < events.length; from += perBlock) {
    const part = events.slice(from, from + perBlock);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    const shown = frames.length === falsified ? { ...state, page: { ...state.page, isOffline: true } } : state;
    const summary = { firstSeq: first.seq, count: part.length, firstAt: first.at, lastAt: last.at };
    frames.push(await frameBlock(writeBlock(keyframeOf(shown), part, nodeCodec), summary, nodeCodec));
    state = reduceLog(state, part);
  }
  return recordingFile(anInfo, frames, nodeCodec);
}
