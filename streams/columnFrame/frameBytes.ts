/** The bytes of a column frame, to which items are added; a push as JSON in one. */

import { byteWriter, writePart, type ByteWriter } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { FORMAT, JSON_TAG } from './rowFormat.ts';

/** Bytes of a frame of some rows. */
const CAPACITY = 1_024;

/** Begins a frame, its items follow; in the memory of a former frame, if there is one. A fresh frame makes all earlier rows void: its rows are whole. */
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
