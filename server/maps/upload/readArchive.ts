import type { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { Transform } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ARCHIVE_LIMITS, archiveProblems } from '#domain/places/archiveFiles';
import { invalid } from '../../platform/failure/failure.ts';

const FOLDER = /\/$/;
/** The file type of a symbolic link in the upper half of the external attributes. */
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK;

function problemOf(entry: Entry): string | null {
  if (isLink(entry)) return archiveProblems.link(entry.fileName);
  if (entry.isEncrypted()) return archiveProblems.encrypted;
  return entry.fileName.includes('\0') ? archiveProblems.badName : null;
}

/** Creates a pass-through stream that fails when more bytes pass than are left, because the sizes in an archive cannot be trusted. */
function counted(left: { bytes: number }): Transform {
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      left.bytes -= piece.byteLength;
      if (left.bytes < 0) done(invalid(archiveProblems.tooLarge));
      else done(null, piece);
    },
  });
}

/** Returns a text as editors write it: UTF-8, or UTF-16 with a byte order mark. */
const textOf = (bytes: Buffer) => new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const left = { bytes: ARCHIVE_LIMITS.unpackedBytes };
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    const problem = count > ARCHIVE_LIMITS.files ? archiveProblems.tooManyFiles : problemOf(entry);
    if (problem !== null) throw invalid(problem);
    if (FOLDER.test(entry.fileName)) continue;
    if (files.has(entry.fileName)) throw invalid(archiveProblems.twice(entry.fileName));
    const packed = await zip.openReadStreamPromise(entry);
    const unpacked = counted(left);
    // `pipe` does not forward errors.
    packed.once('error', (error) => unpacked.destroy(error));
    files.set(entry.fileName, textOf(await buffer(packed.pipe(unpacked))));
  }
  return files;
}

/**
 * Unpacks a zip archive to texts by file name: checks sizes, links and paths. Throws `invalid` for a file that is not an archive, and for
 * one with links, paths outside the archive (checked by the library), encrypted or duplicate files, too many files, or more than 200 MiB
 * unpacked. Writes nothing to disk.
 */
export async function readArchive(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: false, autoClose: false }).catch(() => {
    throw invalid(archiveProblems.notZip);
  });
  try {
    return await readEntries(zip);
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') throw error;
    throw invalid(archiveProblems.unreadable);
  } finally {
    zip.close();
  }
}
