import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { conflict, invalid, tooLarge } from '../failure/failure.ts';
import { type PartLedger, partName } from '../storage/fileParts.ts';
import { type FileStorage, isStorageAway } from '../storage/fileStorage.ts';

/** Maximum number of parts of one file; a sender that reaches it must use larger parts. */
const MAX_PARTS = 256;

/** The headers and the body of a request that uploads a file. */
export interface FileRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: Readable;
}

interface Target {
  readonly storage: FileStorage;
  /** The name of the file in the storage. */
  readonly name: string;
  /** Maximum size of the whole file, in bytes. */
  readonly maxBytes: number;
  /** Called with each chunk that arrives. */
  readonly onBytes?: () => void;
  /** The known parts of the device, which are included in its quota. */
  readonly ledger?: PartLedger;
}

const fileTooLarge = (maxBytes: number) => tooLarge(`the file is larger than ${maxBytes} bytes`);

/** Yields the chunks of a body. Throws 413 above the limit; the request is kept open, so that it can be answered. */
async function* limited(body: Readable, maxBytes: number, onBytes: Target['onBytes']): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    const read = Buffer.from(piece);
    bytes += read.length;
    if (bytes > maxBytes) throw fileTooLarge(maxBytes);
    onBytes?.();
    yield read;
  }
}

/** Returns the SHA-256 of the whole file, in base64, from `Repr-Digest` (RFC 9530); null if the header is missing. Throws 400 for an unsupported digest. */
function digestOf({ headers }: FileRequest): string | null {
  const given = headers['repr-digest'];
  if (given === undefined) return null;
  const [, digest] = /(?:^|,\s*)sha-256=:([A-Za-z0-9+/]{43}=):/.exec(String(given)) ?? [];
  if (digest === undefined) throw invalid('Repr-Digest: sha-256=:BASE64: is read, and nothing else.');
  return digest;
}

/** Returns the range of a part from `Content-Range: bytes FROM-TO/LENGTH`; null for a whole file. Throws 400 for an unsupported header. */
function rangeOf({ headers }: FileRequest): { readonly from: number; readonly to: number; readonly length: number } | null {
  const given = headers['content-range'];
  if (given === undefined) return null;
  const [, from, to, length] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(String(given)) ?? [];
  const range = { from: Number(from), to: Number(to), length: Number(length) };
  if (from === undefined || range.to < range.from || range.length <= range.to)
    throw invalid('Content-Range: bytes FROM-TO/LENGTH is read, and nothing else.');
  return range;
}

/** Yields the chunks, and throws 400 after the last one if they do not match the digest, so that nothing is stored. */
async function* verified(pieces: AsyncIterable<Buffer>, digest: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    if (digest !== null) hash.update(piece);
    yield piece;
  }
  if (digest !== null && hash.digest('base64') !== digest) throw invalid('The file is not the one of its Repr-Digest.');
}

/** Returns the stored parts from the beginning up to the first gap. */
async function storedParts(storage: FileStorage, name: string): Promise<{ readonly froms: readonly number[]; readonly offset: number }> {
  const froms: number[] = [];
  let offset = 0;
  for (;;) {
    const part = await storage.find(partName(name, offset));
    if (part === null || part.size === 0) return { froms, offset };
    froms.push(offset);
    offset += part.size;
  }
}

/** Returns how much of a file in parts is stored, in bytes: the offset of its next part. */
export const storedBytes = async ({ storage, name }: Pick<Target, 'storage' | 'name'>): Promise<number> =>
  (await storedParts(storage, name)).offset;

async function* joined(storage: FileStorage, name: string, froms: readonly number[]): AsyncGenerator<Buffer> {
  for (const from of froms) {
    const part = await storage.find(partName(name, from));
    if (part === null) throw conflict('A part is gone. Send the file again.');
    for await (const piece of await part.read()) yield Buffer.from(piece);
  }
}

async function storePart({ storage, name, onBytes, ledger }: Target, from: number, bytes: number, body: Readable): Promise<void> {
  await ledger?.note(name, from, bytes);
  try {
    await storage.save(partName(name, from), Readable.from(limited(body, bytes, onBytes)));
  } catch (error) {
    await ledger?.forget(name, from);
    throw error;
  }
}

async function removePart({ storage, name, ledger }: Target, from: number): Promise<void> {
  await storage.remove(partName(name, from));
  await ledger?.forget(name, from);
}

/** The number of bytes of a stored file; undefined while parts of it are missing. */
export type Received = number | undefined;

async function receivePart(request: FileRequest, target: Target): Promise<Received> {
  const { storage, name, maxBytes } = target;
  const range = rangeOf(request);
  if (range === null) return undefined;
  const { from, to, length } = range;
  if (length > maxBytes) throw fileTooLarge(maxBytes);
  const before = await storedParts(storage, name);
  // If all parts are stored but the whole file could not be, the device sends the last part again.
  const next = before.offset === length ? (before.froms.at(-1) ?? 0) : before.offset;
  if (from !== next) throw conflict(`The next part begins at ${next}.`);
  if (before.froms.length >= MAX_PARTS) throw invalid(`A file has at most ${MAX_PARTS} parts.`);
  await storePart(target, from, to - from + 1, request.raw);
  const after = await storedParts(storage, name);
  if (after.offset <= to) {
    await removePart(target, from);
    throw invalid('The part is shorter than its Content-Range.');
  }
  if (after.offset < length) return undefined;
  try {
    await storage.save(name, Readable.from(verified(joined(storage, name, after.froms), digestOf(request))));
  } catch (error) {
    // If a file does not match its digest, it is unknown which part is wrong, so all parts are deleted. If the storage is unavailable, only the last part is
    // sent again.
    const wrong = isStorageAway(error) ? after.froms.slice(-1) : after.froms;
    for (const one of wrong) await removePart(target, one).catch(() => undefined);
    throw error;
  }
  for (const one of after.froms) await removePart(target, one);
  return length;
}

/**
 * Stores the body of a device's request: a whole file, or by `Content-Range` its next part, checked by its digest. An upload that broke off
 * is resumed with its next part. The file exists once all parts are stored, and if it matches its `Repr-Digest`. Throws 400 for unsupported
 * headers, a part that is too short and a different digest; 409 for a part other than the next one; 413 above the limit.
 */
export async function receiveFile(request: FileRequest, target: Target): Promise<Received> {
  const { storage, name, maxBytes, onBytes } = target;
  const digest = digestOf(request);
  if (request.headers['content-range'] !== undefined) return receivePart(request, target);
  let bytes = 0;
  async function* counted() {
    for await (const piece of limited(request.raw, maxBytes, onBytes)) {
      bytes += piece.length;
      yield piece;
    }
  }
  await storage.save(name, Readable.from(verified(counted(), digest)));
  return bytes;
}
