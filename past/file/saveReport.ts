import { MINUTE_MS } from '#domain/text/timeUnits';
import type { RecordingCodec } from '#streams/recording/codec';
import { holdsInstant, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import { writeRecording } from './saveRecording.ts';
import { writeRoom } from './saveRoom.ts';

/** Length of a report before its moment, in ms. */
const REPORTED_MS = 5 * MINUTE_MS;

/**
 * Writes the minutes before a moment (an instant of the log in ms since epoch) as one file, from the recording that shows the moment. This console's recording
 * is used even if it holds only the last of these minutes, because only it contains the actions of its user. Null if none of the minutes is held. Rejects when
 * a part cannot be read.
 */
export async function writeReport(
  recorded: RecordedBlocks,
  at: number,
  author: Parameters<typeof writeRecording>[3],
  codec: RecordingCodec,
): ReturnType<typeof writeRecording> {
  const span = { from: at - REPORTED_MS, to: at };
  return holdsInstant(await recorded.blocks(), at)
    ? writeRecording(recorded, span, at, author, codec)
    : writeRoom(recorded, { ...span, notes: [] }, at, author, codec);
}
