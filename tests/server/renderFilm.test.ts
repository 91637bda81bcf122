import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { rosTime, rosText } from '#server/simulator/files/rosTypes';
import { findProgram, RenderFailure, startFilm } from '#server/incidents/rendering/ffmpeg';
import { renderFilm } from '#server/incidents/rendering/renderFilm';
import { MCAP_AT, mcapOf } from '../support/mcapFile.ts';
import { quickFolder } from '../support/newDataDir.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(quickFolder(), 'orangery-ffmpeg-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a program that stands in for ffmpeg: `work` runs in it with `out`, the file of the film, and `inputs`, the bytes of each camera. */
function standIn(name: string, work: string, order: 'at once' | 'one after the other' = 'at once'): string {
  const file = path.join(folder, name);
  const text = `#!${process.execPath}
const { createReadStream, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const out = args.at(-1);
const pipes = args.filter((one) => one.startsWith('pipe:')).map((one) => Number(one.slice(5)));
const read = async (fd) => { const parts = []; for await (const part of createReadStream('', { fd })) parts.push(part); return Buffer.concat(parts); };
(async () => { const inputs = []; ${order === 'at once' ? 'inputs.push(...await Promise.all(pipes.map(read)));' : 'for (const fd of pipes) inputs.push(await read(fd));'} ${work} })();
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}
const tells = standIn(
  'tells',
  'writeFileSync(out, JSON.stringify({ args, env: process.env, inputs: inputs.map((one) => one.toString("latin1")) }));',
);

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const header = Buffer.concat([u32(0), rosTime(MCAP_AT), rosText('frame')]);
const sized = (bytes: Buffer) => Buffer.concat([u32(bytes.length), bytes]);
/** Pixels of two rows, each with a gap of one byte behind it. */
const pixels = (letter: string) => Buffer.from(`${letter.repeat(6)}.${letter.repeat(6)}.`);
const image = (encoding: string, data: Buffer, width = 2, height = 2, step = 7) =>
  Buffer.concat([header, u32(height), u32(width), rosText(encoding), Buffer.from([0]), u32(step), sized(data)]);
const compressed = (data: Buffer) => Buffer.concat([header, rosText('jpeg'), sized(data)]);
const jpeg = (letter: string) => Buffer.from(`\xff\xd8${letter}`, 'latin1');
const raw = (at: number, letter: string, topic = '/front') => ({
  topic,
  type: 'sensor_msgs/Image',
  encoding: 'ros1',
  at: MCAP_AT + at,
  body: image('rgb8', pixels(letter)),
});
const packed = (at: number, letter: string, topic = '/back') => ({
  topic,
  type: 'sensor_msgs/CompressedImage',
  encoding: 'ros1',
  at: MCAP_AT + at,
  body: compressed(jpeg(letter)),
});
const stored = (bytes: Buffer) => ({ size: bytes.length, etag: '', read: () => Promise.resolve(Readable.from([bytes])) });

async function rendered(program: string, recording: Buffer, signal = new AbortController().signal) {
  let film = Buffer.alloc(0);
  const save = async (body: Readable) => {
    film = await buffer(body);
  };
  const isDone = await renderFilm({ program, recording: stored(recording), signal, save });
  return { isDone, film };
}
const report = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()), inputs: z.array(z.string()) });

it('[FFMPEG1] the newest picture of each camera is a frame, five a second, once all have one; rows lose their gaps', async () => {
  const recording = await mcapOf([
    raw(0, 'a'),
    packed(100, 'A'),
    raw(250, 'b'),
    { ...raw(260, 'x'), body: image('rgb8', pixels('x'), 1, 2) },
    { topic: '/depth', type: 'sensor_msgs/Image', encoding: 'ros1', body: image('16UC1', pixels('d')), at: MCAP_AT },
    packed(500, 'B'),
    raw(720, 'c'),
  ]);
  const { isDone, film } = await rendered(tells, recording);
  expect(isDone).toBe(true);
  const { args, env, inputs } = report.parse(JSON.parse(film.toString()));
  const row = (letter: string) => letter.repeat(12);
  // At 100, 300, 500 and 700 ms, and the last one.
  expect(inputs).toEqual([
    ['A', 'A', 'A', 'B', 'B'].map((letter) => jpeg(letter).toString('latin1')).join(''),
    ['a', 'b', 'b', 'b', 'c'].map(row).join(''),
  ]);
  expect(Object.keys(env).filter((name) => !name.startsWith('__'))).toEqual([]);
  const text = args.join(' ');
  expect(text).toContain('-f image2pipe -framerate 5 -c:v mjpeg -i pipe:3');
  expect(text).toContain('-f rawvideo -framerate 5 -pixel_format rgb24 -video_size 2x2 -i pipe:4');
  expect(text).toContain('[c0][c1]xstack=inputs=2:layout=0_0|640_0:fill=black[film]');
  expect(text).toMatch(/-nostdin .*-max_alloc \d+ .*-protocol_whitelist pipe .*-t 600 -fs 268435456 -f mp4 -y /);
});

it('[FFMPEG1] a recording without pictures that are read has no film, and one camera that is there twice is shown once', async () => {
  const none = [
    { ...raw(0, 'a'), body: image('32FC1', pixels('a')) },
    { ...raw(0, 'a', '/short'), body: Buffer.from('?') },
  ];
  expect(await rendered(tells, await mcapOf(none))).toMatchObject({ isDone: false });
  const { film } = await rendered(tells, await mcapOf([raw(0, 'a', '/cam'), packed(0, 'A', '/cam/compressed')]));
  const { inputs, args } = report.parse(JSON.parse(film.toString()));
  expect(inputs).toEqual([jpeg('A').toString('latin1')]);
  expect(args.join(' ')).not.toContain('xstack');
});

it('[FFMPEG1] the output of ffmpeg is the reason, one that ends early delays nothing, and an invalid program is reported', async () => {
  const recording = await mcapOf([raw(0, 'a'), raw(300, 'b')]);
  const fails = standIn('fails', 'console.error("first"); console.error("Unknown encoder"); process.exitCode = 1;');
  await expect(rendered(fails, recording)).rejects.toThrow(new RenderFailure('ffmpeg could not render the recording: Unknown encoder'));
  const early = path.join(folder, 'early');
  writeFileSync(early, `#!${process.execPath}\nprocess.exit(3);\n`);
  chmodSync(early, 0o755);
  const many = await mcapOf(
    Array.from({ length: 50 }, (_, index) => ({ ...raw(index * 200, 'a'), body: image('rgb8', Buffer.alloc(600_000), 400, 500, 1_200) })),
  );
  await expect(rendered(early, many)).rejects.toThrow(/^ffmpeg (could not|ended)/);
  await expect(rendered(path.join(folder, 'none'), recording)).rejects.toThrow('ffmpeg could not be started');
});

it('[FFMPEG1] the process ends with the work, and when its inputs end, as they do with a server that is killed', async () => {
  const closing = new AbortController();
  const hangs = standIn('hangs', 'setInterval(() => undefined, 1000);');
  const rendering = rendered(hangs, await mcapOf([raw(0, 'a')]), closing.signal);
  closing.abort(new Error('the server closes'));
  await expect(rendering).rejects.toThrow('the server closes');
  const noted = path.join(folder, 'noted');
  const notes = standIn('notes', `writeFileSync(${JSON.stringify(noted)}, 'ended');`);
  const camera = { topic: '/a', isRaw: true, format: 'gray', width: 1, height: 1, firstAt: 0, lastAt: 0 };
  const film = startFilm(notes, [camera], path.join(folder, 'film.mp4'));
  await film.write([Buffer.from('x')]);
  await film.finish();
  await until('noted', () => Promise.resolve(readFileSync(noted, 'utf8') === 'ended'));
});

it('[FFMPEG1] ffmpeg is a path, or a name in the folders of the search path; an empty one is none', async () => {
  const other = path.join(folder, 'empty');
  mkdirSync(other);
  expect(await findProgram('tells', `${other}:${folder}`)).toBe(tells);
  expect(await findProgram(tells, '')).toBe(tells);
  for (const name of ['', 'ffmpeg-that-is-not-there', path.join(other, 'tells')])
    expect(await findProgram(name, `${other}:${folder}`)).toBeNull();
});

it('[FFMPEG1] cameras whose pictures differ much in size wait for each other within bounds', async () => {
  // It takes the second camera only after the first one has ended, as ffmpeg does while it looks what an input is.
  const recording = await mcapOf(
    Array.from({ length: 40 }, (_, index) => [
      raw(index * 200, 'a', '/a'),
      { ...packed(index * 200 + 1, 'B', '/b'), body: compressed(Buffer.concat([jpeg('B'), Buffer.alloc(500_000)])) },
    ]).flat(),
  );
  const { film } = await rendered(
    standIn('waits', 'writeFileSync(out, String(inputs.map((one) => one.length)));', 'one after the other'),
    recording,
  );
  const [first, second] = film.toString().split(',').map(Number);
  expect([first, second]).toEqual([40 * 12, 40 * 500_003]);
});

const real = await findProgram(process.env['FFMPEG'] ?? 'ffmpeg', process.env['PATH'] ?? '');
it(`[FFMPEG1] the true ffmpeg renders cameras of different encodings into an MP4${real === null ? ' (ffmpeg is not here)' : ''}`, async () => {
  if (real === null) return;
  const grey = (at: number, topic: string, encoding: string, bytes: number) => ({
    topic,
    type: 'sensor_msgs/Image',
    encoding: 'ros1',
    at: MCAP_AT + at,
    body: image(encoding, Buffer.alloc(64 * 48 * bytes, at % 255), 64, 48, 64 * bytes),
  });
  const frames = Array.from({ length: 10 }, (_, index) => index * 200);
  const recording = await mcapOf(
    frames.flatMap((at) => [
      grey(at, '/a', 'bgr8', 3),
      grey(at, '/b', 'mono8', 1),
      grey(at, '/c', 'yuv422', 2),
      grey(at, '/d', 'bayer_rggb8', 1),
    ]),
  );
  const { film } = await rendered(real, recording);
  expect(film.subarray(4, 8).toString('latin1')).toBe('ftyp');
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
});
