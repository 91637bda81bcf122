/** Builds the bytes of a column frame: starts one, and adds pushes as JSON. */

import { byteWriter, writePart, type ByteWriter } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { FORMAT, JSON_TAG } from './rowFormat.ts';

/** Initial capacity of a frame, in bytes: enough for a few rows. */
const CAPACITY = 1_024;

/**
 * Starts a frame, to which items are added; reuses the memory of an earlier frame, if one is given. A fresh frame invalidates all earlier rows, so it contains
 * only whole rows.
 */
export function columnFrame(isFresh: boolean, former?: ByteWriter): ByteWriter {
  const frame = former ?? byteWriter(CAPACITY);
  frame.clear();
  frame.varint(FORMAT);
  frame.varint(isFresh ? 1 : 0);
  return frame;
}

/** Adds a push that is sent as JSON to a frame. */
export function addJson(frame: ByteWriter, text: string, codec: TextCodec): void {
  frame.varint(JSON_TAG);
  writePart(frame, codec.encode(text));
}
