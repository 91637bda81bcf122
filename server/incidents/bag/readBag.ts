import type { Buffer } from 'node:buffer';

/** A message as it stands in a bag; `at` in ms since epoch. */
export interface ReadMessage {
  readonly topic: string;
  readonly type: string;
  readonly at: number;
  readonly body: Buffer;
}

interface BagRecord {
  readonly header: ReadonlyMap<string, Buffer>;
  readonly data: Buffer;
  /** Where the next one begins. */
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
const numberOf = ({ header }: BagRecord, name: string) => header.get(name)?.readUInt32LE() ?? -1;
const timeOf = ({ header }: BagRecord) => {
  const time = header.get('time');
  return time === undefined ? 0 : time.readUInt32LE(0) * 1_000 + time.readUInt32LE(4) / 1e6;
};

/** The messages of a bag without compression, as they lie in it. Throws for anything else. */
export function readBag(bytes: Buffer): readonly ReadMessage[] {
  if (bytes.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) throw new Error('this is no bag');
  const records = recordsOf(bytes, MAGIC.length);
  const inside = records.filter((one) => opOf(one) === 5).flatMap(({ data }) => recordsOf(data));
  const connections = new Map(inside.filter((one) => opOf(one) === 7).map((one) => [numberOf(one, 'conn'), fieldsOf(one.data)] as const));
  return inside
    .filter((one) => opOf(one) === 2)
    .map((one) => {
      const connection = connections.get(numberOf(one, 'conn'));
      const headerText = (name: string) => connection?.get(name)?.toString('utf8') ?? '';
      return { topic: headerText('topic'), type: headerText('type'), at: timeOf(one), body: one.data };
    });
}
