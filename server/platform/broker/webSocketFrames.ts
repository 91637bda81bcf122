/** Reads and writes WebSocket frames: content, ping, close, and protocol violations. */

import { Buffer } from 'node:buffer';

/** Kinds of frames. RFC 6455, section 5.2. */
const OPCODE = { continued: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const FINAL = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const LONG = 126;
const LONGER = 127;
const MASK_BYTES = 4;
const MAX_CONTROL_BYTES = 125;
/** Maximum number of frames without content in a row, such as pings; beyond it the sender is disconnected. */
const MAX_EMPTY = 1_000;

/** The result of parsing a chunk of a connection: content, pings to be answered, an end, or a protocol violation. */
export interface FramePiece {
  readonly content: Buffer;
  readonly pings: readonly Buffer[];
  readonly end: 'closed' | 'wrong' | null;
}

interface Frame {
  readonly opcode: number;
  readonly mask: Buffer;
  readonly length: number;
  /** Number of content bytes read so far. */
  read: number;
}

const isControl = (opcode: number) => opcode >= OPCODE.close;

/** Returns the length of a header, given its second byte; 2 for a frame without a mask, which a client must not send. */
function headerLength(second: number): number {
  if ((second & MASKED) === 0) return 2;
  const length = second & (MASKED - 1);
  return 2 + (length === LONG ? 2 : length === LONGER ? 8 : 0) + MASK_BYTES;
}

/** Returns the frame of a complete header; null for one that a client may not send. */
function frameOf(header: Buffer): Frame | null {
  const [first = 0, second = 0] = header;
  if ((second & MASKED) === 0) return null;
  const opcode = first & 0x0f;
  const short = second & (MASKED - 1);
  const length = short === LONG ? header.readUInt16BE(2) : short === LONGER ? Number(header.readBigUInt64BE(2)) : short;
  const isKnown = opcode === OPCODE.continued || opcode === OPCODE.binary || (opcode >= OPCODE.close && opcode <= OPCODE.pong);
  const isWhole = (first & FINAL) !== 0 && length <= MAX_CONTROL_BYTES;
  if ((first & RESERVED) !== 0 || !isKnown || (isControl(opcode) && !isWhole)) return null;
  return { opcode, length, mask: Buffer.from(header.subarray(-MASK_BYTES)), read: 0 };
}

/** Returns the unmasked content. */
function contentOf(masked: Buffer, { mask, read }: Frame): Buffer {
  const content = Buffer.from(masked);
  for (let at = 0; at < content.length; at += 1) content[at] = (content[at] ?? 0) ^ (mask[(read + at) % MASK_BYTES] ?? 0);
  return content;
}

/**
 * Creates a reader of a client's WebSocket frames. Content is passed on as it arrives: frames are not collected, so that a long one takes no memory,
 * and the limits apply to the content packet by packet, as over TCP.
 */
export function createFrameReader(): (chunk: Buffer) => FramePiece {
  let header: Buffer = Buffer.alloc(0);
  let frame: Frame | null = null;
  let control: Buffer[] = [];
  let empty = 0;
  return (chunk) => {
    const contents: Buffer[] = [];
    const pings: Buffer[] = [];
    const piece = (end: FramePiece['end']): FramePiece => ({ content: Buffer.concat(contents), pings, end });
    for (let at = 0; ;) {
      if (frame === null) {
        if (at >= chunk.length) return piece(null);
        header = Buffer.concat([header, chunk.subarray(at, at + 1)]);
        at += 1;
        if (header.length < 2 || header.length < headerLength(header[1] ?? 0)) continue;
        frame = frameOf(header);
        header = Buffer.alloc(0);
        if (frame === null) return piece('wrong');
      }
      const part = contentOf(chunk.subarray(at, at + frame.length - frame.read), frame);
      at += part.length;
      frame.read += part.length;
      (isControl(frame.opcode) ? control : contents).push(part);
      if (frame.read < frame.length) return piece(null);
      if (frame.opcode === OPCODE.close) return piece('closed');
      if (frame.opcode === OPCODE.ping) pings.push(Buffer.concat(control));
      empty = isControl(frame.opcode) || frame.length === 0 ? empty + 1 : 0;
      if (empty > MAX_EMPTY) return piece('wrong');
      control = [];
      frame = null;
    }
  };
}

/** Returns the header of a frame that the server sends. */
function headerOf(opcode: number, length: number): Buffer {
  if (length <= MAX_CONTROL_BYTES) return Buffer.from([FINAL | opcode, length]);
  const isLong = length <= 0xffff;
  const header = Buffer.alloc(isLong ? 4 : 10);
  header[0] = FINAL | opcode;
  header[1] = isLong ? LONG : LONGER;
  if (isLong) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

/** Returns the header of a text sent by the server. */
export const textHeader = (length: number): Buffer => headerOf(OPCODE.text, length);
/** Returns the header of content sent by the server. */
export const contentHeader = (length: number): Buffer => headerOf(OPCODE.binary, length);
/** Returns the answer to a ping. */
export const pongFrame = (content: Buffer): Buffer => Buffer.concat([headerOf(OPCODE.pong, content.length), content]);
/** Returns the close frame, with its code. RFC 6455, section 7.4. */
export function closeFrame(code: number): Buffer {
  const content = Buffer.alloc(2);
  content.writeUInt16BE(code);
  return Buffer.concat([headerOf(OPCODE.close, content.length), content]);
}
