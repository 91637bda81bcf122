import { ARCHIVE_LIMITS, archiveProblems } from '#domain/places/archiveFiles';
import { previewOf, type MapFilePreview } from '#domain/places/mapFile';

/** The error for a refused archive; the message is one of `archiveProblems`. */
export class ZipProblem extends Error {}

const END = { signature: 0x06054b50, bytes: 22, commentBytes: 65_535 } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const LOCAL_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const [ENCRYPTED, UTF8] = [0x1, 0x800];
/** The file type of a symbolic link in the upper half of the external attributes. */
const [LINK, FILE_TYPE] = [0o120000, 0o170000];
/** Matches a path that leads out of the archive. */
const OUTSIDE = /^[a-z]:|^\/|(?:^|\/)\.\.(?:\/|$)/i;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly bytes: number;
  readonly at: number;
}

const viewOf = async (zip: Blob, from: number, to: number) => new DataView(await zip.slice(from, to).arrayBuffer());
const wordOf = (view: DataView, at: number) => view.getUint16(at, true);
const longOf = (view: DataView, at: number) => view.getUint32(at, true);

/** Returns the position of the directory of an archive: its number of records and its offset. The newer format for archives over 4 GB is not supported. */
async function directoryOf(zip: Blob): Promise<{ readonly count: number; readonly view: DataView }> {
  const from = Math.max(0, zip.size - END.bytes - END.commentBytes);
  const tail = await viewOf(zip, from, zip.size);
  for (let at = tail.byteLength - END.bytes; at >= 0; at -= 1) {
    if (longOf(tail, at) !== END.signature || wordOf(tail, at + 20) !== tail.byteLength - at - END.bytes) continue;
    const offset = longOf(tail, at + 16);
    return { count: wordOf(tail, at + 10), view: await viewOf(zip, offset, offset + longOf(tail, at + 12)) };
  }
  throw new ZipProblem(archiveProblems.notZip);
}

function entryAt(
  view: DataView,
  at: number,
): { readonly entry: Entry; readonly next: number; readonly flags: number; readonly type: number } {
  if (longOf(view, at) !== ENTRY.signature) throw new ZipProblem(archiveProblems.unreadable);
  const [flags, nameBytes] = [wordOf(view, at + 8), wordOf(view, at + 28)];
  const name = new TextDecoder((flags & UTF8) === 0 ? 'windows-1252' : 'utf-8').decode(
    new Uint8Array(view.buffer, view.byteOffset + at + ENTRY.bytes, nameBytes),
  );
  return {
    entry: {
      name: name.replaceAll('\\', '/'),
      method: wordOf(view, at + 10),
      bytes: longOf(view, at + 20),
      at: longOf(view, at + 42),
    },
    flags,
    type: (longOf(view, at + 38) >>> 16) & FILE_TYPE,
    next: at + ENTRY.bytes + nameBytes + wordOf(view, at + 30) + wordOf(view, at + 32),
  };
}

function* entriesOf({ count, view }: { readonly count: number; readonly view: DataView }): Generator<Entry> {
  const names = new Set<string>();
  for (let at = 0, index = 0; index < count; index += 1) {
    const { entry, flags, type, next } = entryAt(view, at);
    at = next;
    if (OUTSIDE.test(entry.name)) throw new ZipProblem(archiveProblems.unreadable);
    if (index >= ARCHIVE_LIMITS.files) throw new ZipProblem(archiveProblems.tooManyFiles);
    if (type === LINK) throw new ZipProblem(archiveProblems.link(entry.name));
    if ((flags & ENCRYPTED) !== 0) throw new ZipProblem(archiveProblems.encrypted);
    if (entry.name.includes('\0')) throw new ZipProblem(archiveProblems.badName);
    if (entry.name.endsWith('/')) continue;
    if (names.has(entry.name)) throw new ZipProblem(archiveProblems.twice(entry.name));
    names.add(entry.name);
    yield entry;
  }
}

/**
 * Returns the unpacked text of an entry, in UTF-8 or in UTF-16 with a byte order mark; `left` is the number of bytes that may still be unpacked, and is
 * reduced.
 */
async function textOf(zip: Blob, { method, bytes, at }: Entry, left: { bytes: number }): Promise<string> {
  if (method !== STORED && method !== DEFLATED) throw new ZipProblem(archiveProblems.unreadable);
  const local = await viewOf(zip, at, at + LOCAL_BYTES);
  const from = at + LOCAL_BYTES + wordOf(local, 26) + wordOf(local, 28);
  const packed: ReadableStream<Uint8Array<ArrayBuffer>> = zip.slice(from, from + bytes).stream();
  const reader = (method === DEFLATED ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).getReader();
  let decoder: TextDecoder | undefined;
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    left.bytes -= piece.value.byteLength;
    if (left.bytes < 0) {
      void reader.cancel().catch(() => undefined);
      throw new ZipProblem(archiveProblems.tooLarge);
    }
    decoder ??= new TextDecoder(piece.value[0] === 0xff && piece.value[1] === 0xfe ? 'utf-16le' : 'utf-8');
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + (decoder?.decode() ?? '');
}

/**
 * Reads a zip archive of a map in the browser and returns its texts by file name, within the limits of the server. Rejects with a `ZipProblem` for a file that
 * is not an archive, and for an archive with links, paths outside the archive, encrypted or duplicate files, too many files, or too much unpacked content.
 */
export async function readZip(zip: Blob): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const left = { bytes: ARCHIVE_LIMITS.unpackedBytes };
  try {
    for (const entry of entriesOf(await directoryOf(zip))) texts.set(entry.name, await textOf(zip, entry, left));
  } catch (error) {
    throw error instanceof ZipProblem ? error : new ZipProblem(archiveProblems.unreadable);
  }
  return texts;
}

/** Reads a map file and returns its preview. Rejects if the file is too large for this browser. */
export async function previewMapFile(file: Blob): Promise<MapFilePreview> {
  try {
    return previewOf(await readZip(file));
  } catch (error) {
    if (error instanceof ZipProblem) return { kind: 'refused', problem: error.message };
    throw error;
  }
}
