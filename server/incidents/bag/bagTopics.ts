import type { Buffer } from 'node:buffer';

interface BagRecord {
  readonly header: ReadonlyMap<string, Buffer>;
  readonly data: Buffer;
  /** Offset of the next record. */
  readonly end: number;
}

const MAGIC = '#ROSBAG V2.0\n';

function sizedAt(bytes: Buffer, at: number): Buffer {
  const end = at + 4 + bytes.readUInt32LE(at);
  if (end > bytes.length) throw new Error('the bag is cut off');
  return bytes.subarray(at + 4, end);
}

function fieldsOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const one = sizedAt(bytes, at);
    const mark = one.indexOf('=');
    if (mark < 1) throw new Error('a field of the bag has no name');
    found.set(one.subarray(0, mark).toString('latin1'), one.subarray(mark + 1));
    at += 4 + one.length;
  }
  return found;
}

function recordAt(bytes: Buffer, at: number): BagRecord {
  const header = sizedAt(bytes, at);
  const data = sizedAt(bytes, at + 4 + header.length);
  return { header: fieldsOf(header), data, end: at + 8 + header.length + data.length };
}

function recordsOf(bytes: Buffer, from = 0): readonly BagRecord[] {
  const found: BagRecord[] = [];
  for (let at = from; at < bytes.length;) {
    const one = recordAt(bytes, at);
    found.push(one);
    at = one.end;
  }
  return found;
}

const opOf = ({ header }: BagRecord) => header.get('op')?.[0];
const idOf = ({ header }: BagRecord) => header.get('conn')?.readUInt32LE() ?? -1;

/** Returns the topic of each message in an uncompressed bag, in file order. Throws for any other file. */
export function bagTopics(bytes: Buffer): readonly string[] {
  if (bytes.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) throw new Error('this is no bag');
  const records = recordsOf(bytes, MAGIC.length);
  const inside = records.filter((one) => opOf(one) === 5).flatMap(({ data }) => recordsOf(data));
  const topics = new Map(
    inside.filter((one) => opOf(one) === 7).map((one) => [idOf(one), fieldsOf(one.data).get('topic')?.toString('utf8')] as const),
  );
  return inside.filter((one) => opOf(one) === 2).map((one) => topics.get(idOf(one)) ?? '');
}
