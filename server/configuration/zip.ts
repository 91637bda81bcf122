import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  /** Without a folder. */
  readonly name: string;
  readonly text: string;
}

/** An archive of texts, all of the same time. */
export async function zipOf(entries: readonly ZipEntry[], at: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, text } of entries) zip.addBuffer(Buffer.from(text), name, { mtime: at, mode: 0o644 });
  zip.end();
  return buffer(zip.outputStream);
}
