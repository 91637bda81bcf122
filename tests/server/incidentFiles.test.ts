import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { incidentFileKind, incidentFileName } from '#contract/incident';
import { readBag } from '#server/incidents/bag/readBag';
import { rosLog, rosPose, rosText, rosTime, rosTypes } from '#server/incidents/bag/rosTypes';
import { writeBag, type BagMessage } from '#server/incidents/bag/writeBag';
import { echoRatio, filmedDepth, readDepth } from '#server/incidents/depthVideo';

const AT = Date.UTC(2026, 2, 4, 13, 0, 0, 250);
const messages: readonly BagMessage[] = [
  { topic: '/rosout', kind: 'log', at: AT + 2_000, body: rosLog({ at: AT + 2_000, level: 'error', name: 'A', message: 'é' }) },
  { topic: '/pose', kind: 'pose', at: AT + 1_000, body: rosPose(1.5, -2, 0) },
  { topic: '/text', kind: 'text', at: AT, body: rosText('first') },
  { topic: '/text', kind: 'text', at: AT + 3_000, body: rosText('') },
];
const bag = writeBag(messages);

it('[INC7] a bag reads back whole, in the order of its times', () => {
  const read = readBag(bag);
  expect(read.map(({ topic, type, at }) => [topic, type, at])).toEqual([
    ['/text', rosTypes.text.type, AT],
    ['/pose', rosTypes.pose.type, AT + 1_000],
    ['/rosout', rosTypes.log.type, AT + 2_000],
    ['/text', rosTypes.text.type, AT + 3_000],
  ]);
  expect(read[0]?.body.subarray(4).toString('utf8')).toBe('first');
  expect([0, 8, 16].map((place) => read[1]?.body.readDoubleLE(place))).toEqual([1.5, -2, 0]);
});

it('[INC7] its header leads to its index, and the index to every message', () => {
  const HEADER_AT = 13;
  const fieldAt = (from: number, name: string) => bag.indexOf(`${name}=`, from) + name.length + 1;
  expect(bag.subarray(0, HEADER_AT).toString('latin1')).toBe('#ROSBAG V2.0\n');
  const chunkAt = HEADER_AT + 4_096;
  const indexAt = Number(bag.readBigUInt64LE(fieldAt(HEADER_AT, 'index_pos')));
  expect([bag.readUInt32LE(fieldAt(HEADER_AT, 'conn_count')), bag.readUInt32LE(fieldAt(HEADER_AT, 'chunk_count'))]).toEqual([3, 1]);
  expect(bag.indexOf('op=\x05')).toBeGreaterThan(chunkAt);
  expect(bag.indexOf('op=\x05')).toBeLessThan(chunkAt + 12);
  // The first record of the index is a connection, the last tells of the chunk.
  expect(bag.indexOf('op=\x07', indexAt)).toBeLessThan(indexAt + 12);
  expect(Number(bag.readBigUInt64LE(fieldAt(indexAt, 'chunk_pos')))).toBe(chunkAt);
  expect(bag.subarray(fieldAt(indexAt, 'start_time')).subarray(0, 8)).toEqual(rosTime(AT));
  expect(bag.subarray(fieldAt(indexAt, 'end_time')).subarray(0, 8)).toEqual(rosTime(AT + 3_000));
});

it('[INC7] a bag of nothing is a bag', () => {
  expect(readBag(writeBag([]))).toEqual([]);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['another file', Buffer.from('#ROSBAG V1.2\n')],
  ['half a bag', bag.subarray(0, bag.length / 2)],
  ['a bag without its last byte', bag.subarray(0, -1)],
])('[INC7] %s is no bag', (_name, bytes) => {
  expect(() => readBag(bytes)).toThrow(/bag|range|bounds/i);
});

it('[INC8] a depth video says its size and time, and is the same whenever it is asked for', () => {
  const video = filmedDepth('i-1', AT);
  expect(video.equals(filmedDepth('i-1', AT))).toBe(true);
  expect(video.equals(filmedDepth('i-2', AT))).toBe(false);
  const { pixels, ...header } = readDepth(video);
  expect(header).toEqual({ width: 64, height: 48, frames: 30, perSecond: 5, startAt: AT - 6_000 });
  expect(pixels).toHaveLength(64 * 48 * 30);
  expect(pixels.every((pixel) => pixel === 0 || (pixel >= 300 && pixel < 40_000))).toBe(true);
});

it('[INC8] most cameras see, some are blinded', () => {
  const ratios = Array.from({ length: 60 }, (_, index) => echoRatio(readDepth(filmedDepth(`i-${index}`, AT))));
  const seeing = ratios.filter((ratio) => ratio > 0.5).length;
  expect(seeing).toBeGreaterThan(40);
  expect(seeing).toBeLessThan(60);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['another file', Buffer.alloc(100)],
  ['half of one', filmedDepth('i-1', AT).subarray(0, 1_000)],
])('[INC8] %s is no depth video', (_name, bytes) => {
  expect(() => readDepth(bytes)).toThrow(/depth video/);
});

it('[INC-036] [INC-037] [INC-038] the files of an incident are named by it', () => {
  expect(incidentFileKind.options.map((kind) => incidentFileName(kind, 'i-1'))).toEqual(['i-1.bag.gz', 'i-1.dat', 'i-1.json']);
});

it('[INC9] the video is a small MP4 of VP9, with its index before its data', () => {
  const video = readFileSync(new URL('../../server/incidents/mosaic.mp4', import.meta.url));
  expect(video.length).toBeLessThan(60_000);
  expect(video.subarray(4, 8).toString('latin1')).toBe('ftyp');
  expect(video.includes('vp09')).toBe(true);
  expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
});
