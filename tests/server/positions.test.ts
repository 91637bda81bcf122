import { expect, it } from 'vitest';
import { createPositions } from '#server/fleet/ingest/partitions/positions';
import { fairShare } from '#server/fleet/ingest/partitions/partitions';
import { decodeBatch, encodeBatch } from '#server/platform/messageStream/batch';
import { commandChannel, PARTITIONS, partitionOf, partitionOfTopic } from '#server/platform/messageStream/subjects';

it('[GATEWAY6] the position follows what is settled, in the order of the stream', () => {
  const positions = createPositions(10);
  expect(positions.after([])).toBe(10);
  const add = (sequence: number) => positions.add(sequence, 1)[0] ?? (() => undefined);
  const [first, second, third] = [add(11), add(14), add(15)];
  expect(positions.after([second, third])).toBe(10);
  expect(positions.after([first, third])).toBe(11);
  expect(positions.after([first, second, third])).toBe(15);
  // Refused: settled without being written.
  second();
  expect(positions.after([])).toBe(10);
  expect(positions.after([first])).toBe(14);
  first();
  expect(positions.after([])).toBe(14);
  expect(positions.open()).toBe(1);
  third();
  third();
  expect([positions.after([]), positions.open()]).toEqual([15, 0]);
  const last = add(20);
  expect(positions.after([])).toBe(15);
  expect(positions.after([last, first])).toBe(20);
});

it('[GATEWAY6] the reader waits while too many messages are open', async () => {
  const positions = createPositions(0);
  const dones = [1, 2, 3].flatMap((sequence) => positions.add(sequence, 1));
  let isBelow = false;
  const waiting = positions.below(2).then(() => (isBelow = true));
  dones[0]?.();
  await Promise.resolve();
  expect(isBelow).toBe(false);
  dones[2]?.();
  await waiting;
  expect(isBelow).toBe(true);
});

it('[GATEWAY2] shares are equal, and together all partitions', () => {
  expect([0, 1, 2, 3, 4, 16, 40].map(fairShare)).toEqual([16, 16, 8, 6, 4, 1, 1]);
});

it.each(['LF-0140-23', 'with.dot', 'with space', '*', '>', 'Größe/ü'.replace('/', '-'), 'x'.repeat(200)])(
  '[GATEWAY2] the serial %s has a partition, and its commands a subject',
  (serial) => {
    expect(partitionOf(serial)).toBeLessThan(PARTITIONS);
    expect(partitionOfTopic(`devices/${serial}/state`)).toBe(partitionOf(serial));
    expect(commandChannel.serialOf(commandChannel.of(serial))).toBe(serial);
  },
);

it('[GATEWAY2] serials spread over the partitions', () => {
  const counts = new Map<number, number>();
  for (let index = 0; index < 1_600; index += 1) {
    const partition = partitionOf(`LF-${String(index).padStart(4, '0')}-23`);
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  expect(counts.size).toBe(PARTITIONS);
  expect(Math.max(...counts.values())).toBeLessThan(150);
});

it('[GATEWAY6] a message of the stream with several messages of devices is passed with the last one of them', () => {
  const positions = createPositions(5);
  const [first, second, third] = positions.add(9, 3);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three');
  expect(positions.after([second, third])).toBe(5);
  expect(positions.after([first, second])).toBe(8);
  third();
  first();
  expect(positions.after([])).toBe(8);
  expect(positions.after([second])).toBe(9);
  second();
  expect(positions.after([])).toBe(9);
  positions.add(12, 0);
  expect(positions.after([])).toBe(12);
});

it('[GATEWAY9] a batch gives back every topic and payload, and of a cut one all before the cut', () => {
  const messages = [
    { topic: 'devices/LF-0140-23/state', payload: Buffer.from('{"a":"é🤖"}') },
    { topic: 'devices/x/log', payload: Buffer.alloc(0) },
    { topic: 'devices/Größe 1/data', payload: Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256)) },
  ];
  const bytes = encodeBatch(messages);
  expect(decodeBatch(bytes)).toEqual(messages);
  expect(decodeBatch(new Uint8Array(bytes))).toEqual(messages);
  expect(decodeBatch(Buffer.alloc(0))).toEqual([]);
  expect(decodeBatch(bytes.subarray(0, bytes.length - 1))).toEqual(messages.slice(0, 2));
  expect(decodeBatch(bytes.subarray(0, 3))).toEqual([]);
});
