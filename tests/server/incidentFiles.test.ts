import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { incidentFileKind, incidentFileName } from '#contract/incident';
import { rosLog, rosPose, rosText, rosTypes } from '#server/simulator/files/rosTypes';
import { writeBag, type BagMessage } from '#server/simulator/files/writeBag';
import { filmDepth, isBlinded } from '#server/simulator/files/depthFilm';
import { echoRatio, readDepth } from '../support/depthVideo.ts';
import { bagMessages, openBag } from '../support/openBag.ts';

const AT = Date.UTC(2026, 2, 4, 13, 0, 0, 250);
const AT_S = Math.floor(AT / 1_000);
const messages: readonly BagMessage[] = [
  { topic: '/rosout', kind: 'log', at: AT + 2_000, body: rosLog({ at: AT + 2_000, level: 'error', name: 'A', message: 'é' }) },
  { topic: '/pose', kind: 'pose', at: AT + 1_000, body: rosPose(1.5, -2, 0) },
  { topic: '/text', kind: 'text', at: AT, body: rosText('first') },
  { topic: '/text', kind: 'text', at: AT + 3_000, body: rosText('') },
];
const bag = writeBag(messages);

it('[INC7] another program reads a bag whole, in the order of its times', async () => {
  expect(await bagMessages(bag)).toMatchObject([
    { topic: '/text', at: AT, message: { data: 'first' } },
    { topic: '/pose', at: AT + 1_000, message: { x: 1.5, y: -2, theta: 0 } },
    {
      topic: '/rosout',
      at: AT + 2_000,
      message: { header: { seq: 0, stamp: { sec: AT_S + 2, nsec: 250e6 }, frame_id: '' }, level: 8, name: 'A', msg: 'é', topics: [] },
    },
    { topic: '/text', at: AT + 3_000, message: { data: '' } },
  ]);
});

it('[INC7] its header leads to its index: the topics with their types, and one chunk with its times', async () => {
  const { header, connections, chunkInfos, startTime, endTime } = await openBag(bag);
  expect(header).toMatchObject({ connectionCount: 3, chunkCount: 1 });
  expect([...connections.values()].map(({ topic, type, md5sum }) => [topic, type, md5sum])).toEqual([
    ['/text', rosTypes.text.type, rosTypes.text.md5sum],
    ['/pose', rosTypes.pose.type, rosTypes.pose.md5sum],
    ['/rosout', rosTypes.log.type, rosTypes.log.md5sum],
  ]);
  expect(chunkInfos.map(({ chunkPosition }) => chunkPosition)).toEqual(['#ROSBAG V2.0\n'.length + 4_096]);
  expect([startTime, endTime]).toEqual([
    { sec: AT_S, nsec: 250e6 },
    { sec: AT_S + 3, nsec: 250e6 },
  ]);
});

it('[INC8] a depth video says its size and time, and is the same whenever it is asked for', () => {
  const video = filmDepth('i-1', AT);
  expect(video.equals(filmDepth('i-1', AT))).toBe(true);
  expect(video.equals(filmDepth('i-2', AT))).toBe(false);
  const { pixels, ...header } = readDepth(video);
  expect(header).toEqual({ width: 32, height: 24, frames: 16, perSecond: 4, startAt: AT - 4_000 });
  expect(pixels).toHaveLength(32 * 24 * 16);
  expect(pixels.every((pixel) => pixel === 0 || (pixel >= 300 && pixel < 40_000))).toBe(true);
});

it('[INC8] most cameras see, some are blinded, and the robot knows which', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `i-${index}`);
  expect(ids.filter((id) => isBlinded(id))).toEqual(ids.filter((id) => echoRatio(readDepth(filmDepth(id, AT))) < 0.5));
  const ratios = Array.from({ length: 60 }, (_, index) => echoRatio(readDepth(filmDepth(`i-${index}`, AT))));
  const seeing = ratios.filter((ratio) => ratio > 0.5).length;
  expect(seeing).toBeGreaterThan(40);
  expect(seeing).toBeLessThan(60);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['another file', Buffer.alloc(100)],
  ['half of one', filmDepth('i-1', AT).subarray(0, 1_000)],
])('[INC8] %s is no depth video', (_name, bytes) => {
  expect(() => readDepth(bytes)).toThrow(/depth video/);
});

it('[INC-036] [INC-037] [INC-038] the files of an incident are named by it', () => {
  expect(incidentFileKind.options.map((kind) => incidentFileName(kind, 'i-1'))).toEqual(['i-1.bag.gz', 'i-1.dat', 'i-1.json']);
});

it('[INC9] the video is a small MP4 of VP9, with its index before its data', () => {
  const video = readFileSync(new URL('../../server/simulator/files/mosaic.mp4', import.meta.url));
  expect(video.length).toBeLessThan(60_000);
  expect(video.subarray(4, 8).toString('latin1')).toBe('ftyp');
  expect(video.includes('vp09')).toBe(true);
  expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
});
