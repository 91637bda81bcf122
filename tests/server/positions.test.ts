import { expect, it } from 'vitest';
import { createPositions } from '#server/fleet/ingest/partitions/positions';
import { fairShare } from '#server/fleet/ingest/partitions/partitions';
import {
  commandChannel,
  PARTITIONS,
  partitionOf,
  subjectOfTopic,
  subjectsOfPartition,
  topicOfSubject,
} from '#server/platform/messageStream/subjects';

it('[GATE6] the position follows what is settled, in the order of the stream', () => {
  const positions = createPositions(10);
  expect(positions.after([])).toBe(10);
  const [first, second, third] = [positions.add(11), positions.add(14), positions.add(15)];
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
  const last = positions.add(20);
  expect(positions.after([])).toBe(15);
  expect(positions.after([last, first])).toBe(20);
});

it('[GATE6] whoever reads waits while too many messages are open', async () => {
  const positions = createPositions(0);
  const dones = [1, 2, 3].map(positions.add);
  let isBelow = false;
  const waiting = positions.below(2).then(() => (isBelow = true));
  dones[0]?.();
  await Promise.resolve();
  expect(isBelow).toBe(false);
  dones[2]?.();
  await waiting;
  expect(isBelow).toBe(true);
});

it('[GATE2] shares are equal, and together all partitions', () => {
  expect([0, 1, 2, 3, 4, 16, 40].map(fairShare)).toEqual([16, 16, 8, 6, 4, 1, 1]);
});

it.each(['LF-0140-23', 'with.dot', 'with space', '*', '>', 'Größe/ü'.replace('/', '-'), 'x'.repeat(200)])(
  '[GATE2] a subject carries the serial %s and its partition',
  (serial) => {
    const subject = subjectOfTopic(`devices/${serial}/state`);
    expect(subject).toMatch(/^rep\.\d+\.[\w-]+\.state$/);
    expect(topicOfSubject(subject)).toBe(`devices/${serial}/state`);
    const partition = partitionOf(serial);
    expect(partition).toBeLessThan(PARTITIONS);
    expect(subject.startsWith(subjectsOfPartition(partition).replace('*.*', ''))).toBe(true);
    expect(commandChannel.serialOf(commandChannel.of(serial))).toBe(serial);
  },
);

it('[GATE2] serials spread over the partitions', () => {
  const counts = new Map<number, number>();
  for (let index = 0; index < 1_600; index += 1) {
    const partition = partitionOf(`LF-${String(index).padStart(4, '0')}-23`);
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  expect(counts.size).toBe(PARTITIONS);
  expect(Math.max(...counts.values())).toBeLessThan(150);
});
