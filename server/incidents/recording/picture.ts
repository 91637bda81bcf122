/** Converts messages of cameras to pictures, compressed or as pixels. */

import { Buffer } from 'node:buffer';
import type { RecordedTopic } from './recordedMessage.ts';
import { cdrFields, type FieldReader, protobufFields, ros1Fields } from './serialised.ts';

/** One picture of a camera: compressed, or as pixels, row by row without gaps. `format` is the name of a decoder or pixel format of ffmpeg. */
export interface Picture {
  readonly isRaw: boolean;
  readonly format: string;
  /** Size in pixels; 0 for a compressed picture, whose bytes contain the size. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Pixel formats of ffmpeg by the ROS encodings, and their bytes per pixel. Depth images are not pictures. */
const pixels: Readonly<Record<string, readonly [format: string, bytes: number]>> = {
  rgb8: ['rgb24', 3],
  bgr8: ['bgr24', 3],
  '8uc3': ['bgr24', 3],
  rgba8: ['rgba', 4],
  bgra8: ['bgra', 4],
  '8uc4': ['bgra', 4],
  mono8: ['gray', 1],
  '8uc1': ['gray', 1],
  bayer_rggb8: ['bayer_rggb8', 1],
  bayer_bggr8: ['bayer_bggr8', 1],
  bayer_gbrg8: ['bayer_gbrg8', 1],
  bayer_grbg8: ['bayer_grbg8', 1],
  yuv422: ['uyvy422', 2],
  uyvy: ['uyvy422', 2],
  yuv422_yuy2: ['yuyv422', 2],
  yuyv: ['yuyv422', 2],
};
/** Maximum number of pixels per side, more than any camera has. */
const MAX_SIDE = 8_192;

/** Returns a picture from pixels; null for an unsupported encoding, and for data shorter than the picture's size. */
function rawPicture(width: number, height: number, encoding: string, step: number, data: Buffer): Picture | null {
  const [format, bytesPerPixel] = pixels[encoding.toLowerCase()] ?? ['', 0];
  const row = width * bytesPerPixel;
  const isWhole =
    row > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE && step >= row && data.length >= step * (height - 1) + row;
  if (!isWhole) return null;
  const rows = Array.from({ length: height }, (_, index) => data.subarray(index * step, index * step + row));
  return { isRaw: true, format, width, height, bytes: step === row ? data.subarray(0, row * height) : Buffer.concat(rows) };
}

/** Returns a compressed picture, recognised by its first bytes; null for any other format. */
function compressedPicture(bytes: Buffer): Picture | null {
  const beginning = bytes.subarray(0, 4).toString('latin1');
  const format = beginning.startsWith('\xff\xd8') ? 'mjpeg' : beginning === '\x89PNG' ? 'png' : null;
  return format === null ? null : { isRaw: false, format, width: 0, height: 0, bytes };
}

const skipHeader = (fields: FieldReader, hasSequence: boolean) => {
  if (hasSequence) fields.u32();
  fields.time();
  fields.text();
};
const rosImage = (fields: FieldReader, hasSequence: boolean) => {
  skipHeader(fields, hasSequence);
  const [height, width, encoding] = [fields.u32(), fields.u32(), fields.text()];
  fields.u8();
  const step = fields.u32();
  return rawPicture(width, height, encoding, step, fields.bytes());
};
const rosCompressed = (fields: FieldReader, hasSequence: boolean) => {
  skipHeader(fields, hasSequence);
  fields.text();
  return compressedPicture(fields.bytes());
};
const bytesOf = (value: bigint | Buffer | undefined) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
const foxgloveRaw = (body: Buffer) => {
  const fields = protobufFields(body);
  const number = (field: number) => Number(fields.get(field) ?? 0);
  return rawPicture(number(2), number(3), bytesOf(fields.get(4)).toString('utf8'), number(5), bytesOf(fields.get(6)));
};

type ReadPicture = (body: Buffer) => Picture | null;
/** The readers of pictures, by the type of their messages without `/msg`, and their encoding. */
const readers: Readonly<Record<string, Readonly<Record<string, ReadPicture>>>> = {
  'sensor_msgs/Image': { ros1: (body) => rosImage(ros1Fields(body), true), cdr: (body) => rosImage(cdrFields(body), false) },
  'sensor_msgs/CompressedImage': {
    ros1: (body) => rosCompressed(ros1Fields(body), true),
    cdr: (body) => rosCompressed(cdrFields(body), false),
  },
  'foxglove.RawImage': { protobuf: foxgloveRaw },
  'foxglove.CompressedImage': { protobuf: (body) => compressedPicture(bytesOf(protobufFields(body).get(2))) },
};

const readerOf = ({ type, encoding }: RecordedTopic) => readers[type.replace('/msg/', '/')]?.[encoding];

/** Returns whether the messages of a topic are readable pictures. */
export const isCamera = (topic: RecordedTopic): boolean => readerOf(topic) !== undefined;

/** Returns the picture of a message; null if it cannot be read. */
export function readPicture(topic: RecordedTopic, body: Buffer): Picture | null {
  try {
    return readerOf(topic)?.(body) ?? null;
  } catch {
    return null;
  }
}
