import type { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { Transform } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { invalid } from '../../platform/failure.ts';

/** Maximum files in an archive, more than a map has layers; an archive with more is rejected. */
const MAX_ENTRIES = 64;
/** Maximum unpacked size of all files together, in bytes: 200 MiB. Counted while unpacking; the sizes stated in an archive are not trusted. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const FOLDER = /\/$/;
/** The file type of a symbolic link in the upper half of the external attributes. */
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK;

function problemOf(entry: Entry): string | null {
  if (isLink(entry)) return `the archive holds a link: ${entry.fileName}`;
  if (entry.isEncrypted()) return 'the archive is encrypted';
  return entry.fileName.includes('\0') ? 'the archive holds a name that cannot be read' : null;
}

/** Creates a pass-through stream that fails after more bytes than are left. */
function counted(left: { bytes: number }): Transform {
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      left.bytes -= piece.byteLength;
      if (left.bytes < 0) done(invalid('the archive is too large when unpacked'));
      else done(null, piece);
    },
  });
}

/** Returns a text as editors write it: UTF-8, or UTF-16 with a byte order mark. */
const textOf = (bytes: Buffer) => new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const left = { bytes: MAX_UNPACKED_BYTES };
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    const problem = count > MAX_ENTRIES ? 'the archive holds too many files' : problemOf(entry);
    if (problem !== null) throw invalid(problem);
    if (FOLDER.test(entry.fileName)) continue;
    if (files.has(entry.fileName)) throw invalid(`the archive holds ${entry.fileName} twice`);
    const packed = await zip.openReadStreamPromise(entry);
    const unpacked = counted(left);
    // `pipe` does not forward errors.
    packed.once('error', (error) => unpacked.destroy(error));
    files.set(entry.fileName, textOf(await buffer(packed.pipe(unpacked))));
  }
  return files;
}

/**
 * Returns the texts of a zip archive by file name. Throws `invalid` for a file that is no archive, and for one with links, paths outside the archive
 * (checked by the library), encrypted or duplicate files, too many files, or more than 200 MiB unpacked. Writes nothing to disk.
 */
export async function readArchive(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: false, autoClose: false }).catch(() => {
    throw invalid('the file is not a zip');
  });
  try {
    return await readEntries(zip);
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') throw error;
    throw invalid('the zip cannot be read');
  } finally {
    zip.close();
  }
}
