import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { conflict, invalid, tooLarge } from '../failure/failure.ts';
import { isDatabaseAway } from '../failure/unavailable.ts';
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
  /** The name under which the file is stored. */
  readonly name: string;
  /** Maximum size of the whole file, in bytes. */
  readonly maxBytes: number;
  /** Called with each chunk that arrives. */
  readonly onBytes?: () => void;
  /** Called when the whole file has arrived; if it throws, nothing is stored. */
  readonly beforeStored?: () => Promise<void>;
  /** The known parts of the device, which are included in its quota. */
  readonly ledger?: PartLedger;
}

const fileTooLarge = (maxBytes: number) => tooLarge(`the file is larger than ${maxBytes} bytes`);

/** Yields the chunks of a body. Throws 413 above the limit; the request stays open, so that it can be answered. */
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
  // An empty part after the last one is valid: a device sends it if it requested the offset after all parts were stored.
  const isEmptyEnd = range.from === range.length && range.to === range.length - 1;
  if (from === undefined || (!isEmptyEnd && (range.to < range.from || range.length <= range.to)))
    throw invalid('Content-Range: bytes FROM-TO/LENGTH is read, and nothing else.');
  return range;
}

/** Yields the chunks. Throws after the last chunk if they do not match the digest (400) or may no longer be stored, so that nothing is stored. */
async function* verified(
  pieces: AsyncIterable<Buffer>,
  digest: string | null,
  beforeStored: Target['beforeStored'],
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    if (digest !== null) hash.update(piece);
    yield piece;
  }
  if (digest !== null && hash.digest('base64') !== digest) throw invalid('The file is not the one of its Repr-Digest.');
  await beforeStored?.();
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

/** Returns the stored length of a file in parts, in bytes: the offset of its next part. */
export const storedBytes = async ({ storage, name }: Pick<Target, 'storage' | 'name'>): Promise<number> =>
  (await storedParts(storage, name)).offset;

async function* joined(storage: FileStorage, name: string, froms: readonly number[]): AsyncGenerator<Buffer> {
  for (const from of froms) {
    const part = await storage.find(partName(name, from));
    if (part === null) throw conflict('A part is gone. Send the file again.');
    for await (const piece of await part.read()) yield Buffer.from(piece);
  }
}

/** A file whose parts are stored: their offsets, its length in bytes, and its digest if the device sent one. */
interface WholeFile {
  readonly froms: readonly number[];
  readonly length: number;
  readonly digest: string | null;
}

async function storePart({ storage, name, onBytes, ledger }: Target, from: number, bytes: number, body: Readable): Promise<void> {
  const attempt = await ledger?.note(name, from, bytes);
  try {
    await storage.save(partName(name, from), Readable.from(limited(body, bytes, onBytes)));
  } catch (error) {
    // The note of another attempt is kept, because that attempt may have stored the part or may still store it.
    await ledger?.forget(name, from, attempt);
    throw error;
  }
  if ((await ledger?.keep(name, from, bytes)) !== false) return;
  // Since this attempt was noted, another one has failed or the file was completed, so nothing else would remove the part.
  await storage.remove(partName(name, from));
  throw conflict('The part was sent twice at once. Send it again.');
}

async function removePart({ storage, name, ledger }: Target, from: number): Promise<void> {
  await storage.remove(partName(name, from));
  await ledger?.forget(name, from);
}

/**
 * Returns whether the stored file is the one that a device sends, by length and digest; a device that sends no digest sends the file again. Source: PARTS3.
 */
async function isStored({ storage, name }: Target, length: number, digest: string | null): Promise<boolean> {
  const file = digest === null ? null : await storage.find(name);
  if (file === null || file.size !== length) return false;
  const hash = createHash('sha256');
  for await (const piece of await file.read()) hash.update(Buffer.from(piece));
  return hash.digest('base64') === digest;
}

/** Reads and discards the rest of a body, so that its sender reads the answer. */
const readAway = (body: Readable, maxBytes: number, onBytes: Target['onBytes']) =>
  pipeline(limited(body, maxBytes, onBytes), new Writable({ write: (_piece, _encoding, done) => done() }));

/** Joins the stored parts to the file, and removes them. */
async function joinParts(target: Target, { froms, length, digest }: WholeFile): Promise<void> {
  const { storage, name, beforeStored } = target;
  try {
    await storage.save(name, Readable.from(verified(joined(storage, name, froms), digest, beforeStored)));
  } catch (error) {
    // If a file does not match its digest, it is unknown which part is wrong, so all parts are deleted. If the storage is unavailable, only the last part is
    // sent again.
    const isAway = isStorageAway(error) || isDatabaseAway(error);
    for (const one of isAway ? froms.slice(-1) : froms) await removePart(target, one).catch(() => undefined);
    // Another request may have joined the parts, and removed them, meanwhile.
    if (isAway || !(await isStored(target, length, digest))) throw error;
    return;
  }
  for (const one of froms) await removePart(target, one);
}

/** The number of bytes of a stored file; undefined while parts of it are missing. */
export type Received = number | undefined;

async function receivePart(request: FileRequest, target: Target): Promise<Received> {
  const { storage, name, maxBytes, onBytes, beforeStored } = target;
  const [range, digest] = [rangeOf(request), digestOf(request)];
  if (range === null) return undefined;
  const { from, to, length } = range;
  if (length > maxBytes) throw fileTooLarge(maxBytes);
  const before = await storedParts(storage, name);
  // The parts of a stored file are removed, so a device that did not receive the response to its last part begins again.
  if (before.offset === 0 && (await isStored(target, length, digest))) {
    await readAway(request.raw, to - from + 1, onBytes);
    await beforeStored?.();
    return length;
  }
  if (before.offset === length && from === length) {
    await joinParts(target, { froms: before.froms, length, digest });
    return length;
  }
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
  await joinParts(target, { froms: after.froms, length, digest });
  return length;
}

/**
 * Stores the body of a device's request: a whole file, or by `Content-Range` its next part, checked by its digest. An interrupted upload is resumed with its
 * next part. The file exists once all parts are stored and match its `Repr-Digest`. For a file that is already stored, only the first part is sent again.
 * Throws 400 for unsupported headers, a part that is too short and a different digest; 409 for a part other than the next one; 413 above the limit.
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
  await storage.save(name, Readable.from(verified(counted(), digest, target.beforeStored)));
  return bytes;
}
