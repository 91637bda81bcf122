/** The largest answer that is read, in bytes: 500 accounts with all their attributes are some hundred kB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads an answer as text. Throws for one that is larger than the bound. */
export async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
