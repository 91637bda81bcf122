/** Encodes a log as a recording file, in blocks with keyframes, and cuts a span out of a recording. */

import type { TimeSpan } from '#domain/text/timeUnits';
import { cutRecording } from '#past/file/cutRecording';
import { keyframeOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { recordingFile } from '#streams/recording/recordingFile';
import type { RecordingInfo } from '#streams/recording/recordingInfo';
import { nodeCodec } from './nodeCodec.ts';
import { blocksOf, type RecordedSession } from './openSession.ts';

/** Returns the description of a recording, restricted to the notes of a span. Source: NOTE7. */
export const infoOfSpan = (info: RecordingInfo, { from, to }: TimeSpan): RecordingInfo =>
  info.notes === undefined ? info : { ...info, notes: info.notes.filter(({ at }) => at >= from && at <= to) };

/** Encodes a log as a file with one block per list of events, each preceded by the state that the current console folds from the log. */
export async function encodeSession(
  info: RecordingInfo,
  blocks: readonly (readonly FleetEvent[])[],
  before: RootState = reduceLog(undefined, []),
): Promise<Uint8Array> {
  const frames: Uint8Array[] = [];
  let state = before;
  for (const events of blocks) {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) continue;
    const summary = { firstSeq: first.seq, count: events.length, firstAt: first.at, lastAt: last.at };
    frames.push(await frameBlock(writeBlock(keyframeOf(state), events, nodeCodec), summary, nodeCodec));
    state = reduceLog(state, events);
  }
  return recordingFile(info, frames, nodeCodec);
}

/**
 * Returns a span of a recording, with its notes, as a separate file; null if nothing is recorded in the span. Blocks outside the span are not read, because
 * they may be damaged.
 */
export async function cut(session: RecordedSession, span: TimeSpan): Promise<Uint8Array | null> {
  const blocks = session.blocks.filter(({ firstAt, lastAt }) => firstAt <= span.to && lastAt >= span.from);
  const { frames, devices } = await cutRecording(blocksOf({ ...session, blocks }), span, nodeCodec);
  return frames.length === 0 ? null : recordingFile({ ...infoOfSpan(session.info, span), devices }, frames, nodeCodec);
}
