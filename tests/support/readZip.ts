import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the texts of a zip archive by name, read from its central directory; throws when a length, a checksum or an offset is wrong. */
export function readZip(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end !== archive.length - 22) throw new Error('no end of the directory');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry at ${at}`);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, contentOf(archive, at, name));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  if (at !== end || archive.readUInt32LE(end + 12) !== end - archive.readUInt32LE(end + 16))
    throw new Error('the directory has another length');
  return files;
}

function contentOf(archive: Buffer, entry: number, name: string): string {
  const local = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`);
  // A streamed entry has checksum and lengths after its content.
  const isStreamed = (archive.readUInt16LE(local + 6) & 8) !== 0;
  const timeOffset = isStreamed ? 10 : 24;
  const same = archive.subarray(local + 4, local + 4 + timeOffset).equals(archive.subarray(entry + 6, entry + 6 + timeOffset));
  if (!same) throw new Error(`${name} is reported in two ways`);
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const plain = inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(entry + 20)));
  if (plain.length !== archive.readUInt32LE(entry + 24) || crc32(plain) !== archive.readUInt32LE(entry + 16))
    throw new Error(`${name} is broken`);
  return plain.toString('utf8');
}
