import type { RecordingCodec } from '#streams/recording/codec';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Sends bytes through a stream; rejects when the stream fails or returns more than `maxLength` bytes. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  maxLength: number,
): Promise<Uint8Array> {
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  // A failed write also fails the read.
  const ignore = () => undefined;
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(parts, length);
    length += value.length;
    if (length > maxLength) throw new RangeError('More data than announced.');
    parts.push(value);
  }
}

/** The codec of recordings: the browser's deflate, which Node also provides, and SHA-256. */
export const recordingCodec: RecordingCodec = {
  encode: (text) => encoder.encode(text),
  decode: (bytes) => decoder.decode(bytes),
  compress: (bytes) => through(new Uint8Array(bytes), new CompressionStream('deflate-raw'), Infinity),
  decompress: (bytes, maxLength) => through(new Uint8Array(bytes), new DecompressionStream('deflate-raw'), maxLength),
};

/** Returns the SHA-256 of a text as UTF-8, in hexadecimal. Rejects on a page without a secure context, where digests are not available. */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
