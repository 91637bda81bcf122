/** The topics and messages of a recording as its readers emit them, the error `Unreadable`, and the maximum size of a part. */

import type { Buffer } from 'node:buffer';

/** A topic of a recording, with its message type as named in the recording, and the serialisation of its messages. */
export interface RecordedTopic {
  readonly topic: string;
  readonly type: string;
  readonly encoding: string;
}

/** The receiver of a recording's messages, in the order of the file; `at` in ms since epoch. */
export interface MessageReceiver {
  /** Returns whether the content of the messages of a topic is needed; other messages are only counted. */
  readonly wants: (topic: RecordedTopic) => boolean;
  /** Called for each message; `body` is present if it is needed. The returned promise may delay the reading. */
  readonly receive: (topic: RecordedTopic, at: number, body: Buffer | null) => Promise<void> | void;
}

/** Maximum size of one part of a recording in memory, in bytes: a chunk, compressed or decompressed, or one message. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;

/** The error of a recording that this server cannot read; its text, for people, describes the remedy. */
export class Unreadable extends Error {}

/** Returns the size of a part. Throws `Unreadable` above `MAX_PART_BYTES`. */
export function partSize(bytes: number | bigint): number {
  if (bytes > MAX_PART_BYTES) throw new Unreadable('one part of the recording is larger than 256 MiB: record it in smaller chunks');
  return Number(bytes);
}
