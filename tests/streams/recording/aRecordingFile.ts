import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import type { ByteSource } from '#streams/recording/openRecording';
import type { RecordingInfo } from '#streams/recording/recordingInfo';
import { eventsOf, reported, ticked } from '../../state/eventsOf.ts';
import { nodeCodec } from '#session/nodeCodec';

export const anInfo: RecordingInfo = {
  writtenAt: 1_790_000_000_000,
  note: 'the arm stood still',
  recordedBy: { username: 'A0', name: 'An Verhoeven', role: 'system_admin' },
  devices: 1,
  site: { company: 'Serra Robotics', product: 'Orangery', version: '0.1.0', default_organisation_id: 'A0', features: ['commands'] },
};

/** A framed block of `count` events, one a second, from second `first` on. */
export async function frameOf(first: number, count: number): Promise<Uint8Array> {
  const timed = Array.from({ length: count }, (_, index) => [first + index, index % 5 === 4 ? ticked : reported('LF-01', index)] as const);
  const events = eventsOf(...timed).map((event, index) => ({ ...event, seq: first + index }));
  const summary = { firstSeq: first, count, firstAt: first * 1_000, lastAt: (first + count - 1) * 1_000 };
  return frameBlock(writeBlock({ reports: [], rest: { first } }, events, nodeCodec), summary, nodeCodec);
}

/** A source that counts the bytes that were read of it. */
export function sourceOf(bytes: Uint8Array): ByteSource & { readonly readBytes: () => number } {
  let sum = 0;
  return {
    length: bytes.length,
    readBytes: () => sum,
    read: async (from, to) => {
      sum += to - from;
      return bytes.slice(from, to);
    },
  };
}
