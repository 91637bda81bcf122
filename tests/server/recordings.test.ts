import { Buffer } from 'node:buffer';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collectRecording, MAX_LINES } from '#server/incidents/recording/collect';
import type { LogLine } from '#server/incidents/recording/logLine';
import { rosLog, rosPose, rosText } from '#server/simulator/files/rosTypes';
import { writeBag, type BagMessage } from '#server/simulator/files/writeBag';
import { readStored } from '#server/incidents/recording/storedRecording';
import { storageAway } from '#server/platform/storage/fileStorage';
import { longestTurn } from '../support/mainThread.ts';
import { mcapOf } from '../support/mcapFile.ts';

const AT = Date.UTC(2026, 2, 4, 13, 0, 0, 250);
const bag = writeBag([
  { topic: '/rosout', kind: 'log', at: AT + 2_000, body: rosLog({ at: AT + 2_000, level: 'error', name: '/base', message: 'é' }) },
  { topic: '/robot/console', kind: 'log', at: AT, body: rosLog({ at: AT, level: 'warning', name: '/arm', message: 'slow' }) },
  { topic: '/pose', kind: 'pose', at: AT + 1_000, body: rosPose(1.5, -2, 0) },
  { topic: '/rosout_text', kind: 'text', at: AT + 3_000, body: rosText('no line') },
]);
/** Pieces of any size, as a storage sends them. */
const inPieces = (bytes: Buffer, size = 1_000) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size)));
const read = async (source: AsyncIterable<Uint8Array>) => {
  const lines: LogLine[] = [];
  const summary = await collectRecording(source, (batch) => {
    lines.push(...batch);
    return Promise.resolve();
  });
  return { summary, lines };
};

/** A bag of two log lines that Python wrote, its chunk compressed by bz2. */
const BZ2 =
  'I1JPU0JBRyBWMi4wCkUAAAAEAAAAb3A9AxIAAABpbmRleF9wb3M9AAAAAAAAAAAPAAAAY29ubl9jb3VudD0BAAAAEAAAAGNodW5rX2NvdW50PQEAAAAUAAAAICAgICAgICAgICAgICAgICAgICAoAAAABAAAAG9wPQUPAAAAY29tcHJlc3Npb249YnoyCQAAAHNpemU9kgEAADABAABCWmg5MUFZJlNZscLwYAAAVX/d9u9tAEGT++KABQgAv+feoEAAACAQAAgAAQAgADAA+TIaim1MZQ09TelB6jQAAGgPU0eoAamVHpPNSZPUxBoAAAAAGjQaFT0j1MgA09TymgAAAaPUNAixFsClJMgLOxeZgbPFEyedQjFauUbmWSuC6EayEAiAjMjMGDLsYgcin2w5sBfVzt6gks1KLvK/IurCHA1jXsDu25yuYRACpxcJ1mSCNSSCRXnP+AgolY9Zi6KCnhznhj4TRChlQmVnyPNKMh5ow3HcQ2wiERpKZa0yMasL9nGENKCsiBhTRShZ14GKpLeNQoiWZBYeiUIaaiDLoqvgZZDDGy1InC+i3IpLU0gfPEaxGIWmAUZuN6f8k/lhF/F3JFOFCQscLwYA';

it.each([
  ['a bag', bag],
  ['a bag by gzip', gzipSync(bag)],
  ['a bag by gzip twice, whatever its name', gzipSync(gzipSync(bag))],
  ['a bag by Zstandard', zstdCompressSync(bag)],
])('[EVID2] [EVID3] the topics of %s are listed, and every line of a log, whatever the name of its topic', async (_name, bytes) => {
  const { summary, lines } = await read(inPieces(bytes));
  expect(summary).toMatchObject({
    format: 'ROS 1 bag',
    isCutOff: false,
    messages: 4,
    firstAt: AT,
    lastAt: AT + 3_000,
    logLines: 2,
    keptLines: 2,
  });
  expect(summary.topics.map(({ topic, messages }) => [topic, messages])).toEqual([
    ['/robot/console', 1],
    ['/pose', 1],
    ['/rosout', 1],
    ['/rosout_text', 1],
  ]);
  expect(lines).toEqual([
    { at: AT, level: 'warning', name: '/arm', message: 'slow', source: '' },
    { at: AT + 2_000, level: 'error', name: '/base', message: 'é', source: '' },
  ]);
});

it('[EVID2] a chunk of bz2 that another program wrote is read', async () => {
  expect((await read(inPieces(Buffer.from(BZ2, 'base64'), 7))).lines).toEqual([
    { at: 1_700_000_000_250, level: 'warning', name: '/base', message: 'wheel slips', source: 'base.cpp:42 turn' },
    { at: 1_700_000_001_000, level: 'fatal', name: '/base', message: 'emergency stop é', source: '' },
  ]);
});

it('[EVID2] messages that come before their connection are read too', async () => {
  // The records of a chunk, its connections behind its messages.
  const start = bag.indexOf('/robot/console') > 0 ? bag : Buffer.alloc(0);
  const chunkAt = '#ROSBAG V2.0\n'.length + 4_096;
  const headerLength = start.readUInt32LE(chunkAt);
  const dataAt = chunkAt + 4 + headerLength + 4;
  const data = start.subarray(dataAt, dataAt + start.readUInt32LE(dataAt - 4));
  const records: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    const length = 4 + data.readUInt32LE(at);
    const whole = length + 4 + data.readUInt32LE(at + length);
    records.push(data.subarray(at, at + whole));
    at += whole;
  }
  const isConnection = (record: Buffer) => record.includes('message_definition');
  const turned = [...records.filter((one) => !isConnection(one)), ...records.filter(isConnection)];
  const { summary, lines } = await read(inPieces(Buffer.concat([start.subarray(0, dataAt), ...turned])));
  expect([summary.messages, lines.length]).toEqual([4, 2]);
});

/** A text as ROS 2 serialises it, at a place that is a multiple of four. */
const cdrText = (text: string) => {
  const bytes = Buffer.from(`${text}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
};
const cdrLog = () => {
  const head = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0]);
  head.writeInt32LE(Math.floor(AT / 1_000), 4);
  head.writeUInt32LE(250_000_000, 8);
  return Buffer.concat([head, cdrText('arm'), cdrText('gripper lost'), cdrText('arm.py'), cdrText('grip'), Buffer.from([7, 0, 0, 0])]);
};
const protobufLog = () => {
  const text = (field: number, value: string) =>
    Buffer.concat([Buffer.from([field * 8 + 2, Buffer.byteLength(value)]), Buffer.from(value)]);
  const stamp = Buffer.from([8, ...varint(Math.floor(AT / 1_000)), 16, ...varint(250_000_000)]);
  return Buffer.concat([
    Buffer.from([10, stamp.length]),
    stamp,
    Buffer.from([16, 3]),
    text(3, 'tank low'),
    text(4, 'sprayer'),
    text(5, 'a.ts'),
  ]);
};
const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const logs = [
  { type: 'rcl_interfaces/msg/Log', encoding: 'cdr', body: cdrLog() },
  { type: 'foxglove.Log', encoding: 'protobuf', body: protobufLog() },
  {
    type: 'foxglove.Log',
    encoding: 'json',
    body: json({ timestamp: { sec: 1, nsec: 0 }, level: 4, message: 'stuck\u0000', name: 'n', file: 'f', line: 3 }),
  },
  { type: 'rosgraph_msgs/Log', encoding: 'ros1', body: rosLog({ at: AT, level: 'info', name: 'one', message: 'm' }) },
  { type: 'foxglove.Log', encoding: 'flatbuffer', body: Buffer.from('?') },
  { type: 'rcl_interfaces/msg/Log', encoding: 'cdr', body: Buffer.from([0, 1, 0, 0, 1]) },
  { type: 'sensor_msgs/msg/Image', encoding: 'cdr', body: Buffer.alloc(3_000) },
];

it.each([
  ['as it is', undefined],
  ['by Zstandard', (chunk: Uint8Array) => ({ compression: 'zstd', compressedData: zstdCompressSync(chunk) })],
])(
  '[EVID2] [EVID3] in MCAP with chunks %s the lines of ROS 2, ROS 1 and Foxglove are read; those of other encodings are counted',
  async (_name, compress) => {
    const { summary, lines } = await read(inPieces(gzipSync(await mcapOf(logs, compress))));
    expect(summary).toMatchObject({ format: 'MCAP', messages: 7, logLines: 6, keptLines: 4, unreadLines: 2 });
    expect(lines).toEqual([
      { at: AT, level: 'error', name: 'arm', message: 'gripper lost', source: 'arm.py:7 grip' },
      { at: AT, level: 'warning', name: 'sprayer', message: 'tank low', source: 'a.ts' },
      { at: 1_000, level: 'error', name: 'n', message: 'stuck', source: 'f:3' },
      { at: AT, level: 'info', name: 'one', message: 'm', source: '' },
    ]);
  },
);

it('[EVID2] the part before the cut of a truncated recording is read, packed or not', async () => {
  const message = (index: number): BagMessage => ({ topic: '/t', kind: 'text', at: AT + index, body: rosText(`${Math.sin(index)}`) });
  const long = writeBag(Array.from({ length: 2_000 }, (_, index) => message(index)));
  for (const cut of [long.subarray(0, -90_000), gzipSync(long, { level: constants.Z_BEST_SPEED }).subarray(0, -20_000)]) {
    const { summary } = await read(inPieces(cut));
    expect(summary.isCutOff).toBe(true);
    expect(summary.messages).toBeGreaterThan(100);
  }
});

it.each([
  ['nothing', Buffer.alloc(0), 'The file is empty: send it again'],
  ['an old bag', Buffer.from('#ROSBAG V1.2\n'), /old version/],
  ['SQLite of ROS 2', Buffer.from('SQLite format 3\0'), /record it as MCAP/],
  ['a flight log', Buffer.from('ULog\u0001\u0012\u0035'), /a ROS 1 bag or MCAP is read/],
  ['a zip', Buffer.from('PK\u0003\u0004'), /zip archive/],
  ['a text', Buffer.from('hello, this is a text'), /no recording that is known here/],
  ['half of the head of a bag', bag.subarray(0, 40), 'The recording is cut off: send it again'],
  ['noise by gzip', gzipSync(Buffer.alloc(100, 7)), /no recording that is known here/],
  ['half a gzip of nothing', gzipSync(bag).subarray(0, 12), /(cut off|damaged): send it again/],
])('[EVID2] %s is no recording, and the text names what is needed', async (_name, bytes, text) => {
  await expect(read(inPieces(bytes))).rejects.toThrow(text);
});

it('[EVID3] the first of very many lines are stored and all are counted; a text of any length is cut', async () => {
  const line = rosLog({ at: AT, level: 'info', name: 'n', message: 'x'.repeat(9_000) });
  const many = writeBag(Array.from({ length: 5_000 }, (_, index) => ({ topic: '/l', kind: 'log' as const, at: AT + index, body: line })));
  const { summary, lines } = await read(inPieces(many, 65_536));
  expect(summary.logLines).toBe(5_000);
  expect(summary.keptLines).toBeLessThan(5_000);
  expect(lines).toHaveLength(summary.keptLines);
  expect(lines[0]?.message).toHaveLength(8_000);
  expect(MAX_LINES).toBe(100_000);
});

const folder = path.resolve(process.env['RECORDINGS'] ?? '../shared/data/recordings');
const real = [
  ['ros1_example.bag', { format: 'ROS 1 bag', messages: 8_647, logLines: 10, keptLines: 10 }],
  ['ros1_example_lz4.bag', { format: 'ROS 1 bag', messages: 8_647, logLines: 10, keptLines: 10 }],
  ['ros1_unsorted_chunks.bag', { format: 'ROS 1 bag', messages: 3, logLines: 0 }],
  ['ros1_no_messages.bag', { format: 'ROS 1 bag', messages: 0, firstAt: null }],
  ['plc_bridge.mcap', { format: 'MCAP', messages: 110_005, logLines: 0 }],
  ['tutorial.mcap', { format: 'MCAP', messages: 153, logLines: 0 }],
] as const;
const stored = (file: () => Readable) => ({ size: 0, etag: '', read: () => Promise.resolve(file()) });
const { signal } = new AbortController();

// Recordings that nobody of this project made; they are in no copy of it.
const here = real.filter(([name]) => existsSync(path.join(folder, name)));
it(`[EVID2] real recordings of ${here.length} kinds are read in their thread${here.length === 0 ? ' (none are here)' : ''}`, async () => {
  for (const [name, known] of here) {
    const lines: LogLine[] = [];
    const take = (batch: readonly LogLine[]) => {
      lines.push(...batch);
      return Promise.resolve();
    };
    const summary = await readStored(
      stored(() => createReadStream(path.join(folder, name))),
      { receive: take, signal },
    );
    expect([name, summary]).toMatchObject([name, { isCutOff: false, ...known }]);
    expect(lines.every((line) => line.message !== '' && line.name !== '')).toBe(true);
  }
});

/** Longest turn, as a multiple of formatting a megabyte of JSON, as in LOOP3. */
const LONGEST_TURN = 25;

it('[EVID2] a long recording is read beside the work of the server, in short turns of its thread', async () => {
  const pictures = Array.from({ length: 20 }, (_, index) => ({
    topic: '/c',
    kind: 'text' as const,
    at: AT + index,
    body: Buffer.alloc(200_000),
  }));
  const lines = Array.from({ length: 4_000 }, (_, index) => ({
    topic: '/l',
    kind: 'log' as const,
    at: AT + index,
    body: rosLog({ at: AT, level: 'info', name: 'n', message: 'words '.repeat(20) }),
  }));
  const whole = writeBag([...pictures, ...lines]);
  const start = '#ROSBAG V2.0\n'.length + 4_096;
  const many = function* () {
    yield whole.subarray(0, start);
    for (let times = 0; times < 15; times += 1) for (let at = start; at < whole.length; at += 65_536) yield whole.subarray(at, at + 65_536);
  };
  const turn = await longestTurn(async () => {
    const summary = await readStored(
      stored(() => Readable.from(many())),
      { receive: () => Promise.resolve(), signal },
    );
    expect(summary).toMatchObject({ messages: 60_300, logLines: 60_000, isCutOff: false });
  });
  expect(turn).toBeLessThan(LONGEST_TURN);
});

it('[EVID2] a thread passes on what the storage and the server throw, and ends when it is aborted', async () => {
  const failing = async function* () {
    yield bag.subarray(0, 5_000);
    throw storageAway();
  };
  await expect(
    readStored(
      stored(() => Readable.from(failing())),
      { signal },
    ),
  ).rejects.toMatchObject({ status: 503 });
  const take = () => Promise.reject(new Error('no database'));
  await expect(
    readStored(
      stored(() => inPieces(bag)),
      { receive: take, signal },
    ),
  ).rejects.toThrow('no database');
  const closing = new AbortController();
  const endless = async function* () {
    yield bag.subarray(0, 5_000);
    closing.abort(new Error('the server closes'));
    await new Promise(() => undefined);
  };
  await expect(
    readStored(
      stored(() => Readable.from(endless())),
      { signal: closing.signal },
    ),
  ).rejects.toThrow('the server closes');
});
