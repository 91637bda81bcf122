import { cutRecording, type RecordedSpan } from '#state/cutRecording';
import { recordingFile } from '#streams/recording/recordingFile';
import { nodeCodec } from './nodeCodec.ts';
import { blocksOf, type Session } from './openSession.ts';

/** A span of a recording as a file of its own; null where nothing is recorded in it. */
export async function cut(session: Session, span: RecordedSpan): Promise<Uint8Array | null> {
  const { frames, devices } = await cutRecording(blocksOf(session), span, nodeCodec);
  return frames.length === 0 ? null : recordingFile({ ...session.info, devices }, frames, nodeCodec);
}
