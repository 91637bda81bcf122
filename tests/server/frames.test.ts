import { expect, it } from 'vitest';
import { createFrames, type Encoded, type SocketSubscription } from '#server/fleet/sockets/frames';

const MANY = 21;
const entry = (serial: string, organisation: string | null = 'a'): Encoded => ({
  slot: `${serial}\nstate`,
  serial,
  organisation,
  text: `"${serial}"`,
});
const all: SocketSubscription = { key: 'all', scope: 'all', wanted: null };
const ofA: SocketSubscription = { key: 'a', scope: new Set(['a']), wanted: null };

it('[SOCK9] with few sockets every batch is sent at once', () => {
  const frames = createFrames();
  expect(
    frames
      .next([entry('A-1')], 20)
      .frameFor(all)
      ?.toString(),
  ).toBe('["A-1"]');
  expect(frames.next([], 20).frameFor(all)).toBeNull();
});

it('[SOCK9] with many sockets a small frame waits for two more batches, then has all of them in order', () => {
  const frames = createFrames();
  expect(frames.next([entry('A-1')], MANY).frameFor(all)).toBeNull();
  const second = frames.next([entry('B-1', 'b')], MANY);
  expect(second.heldBefore(all)).toEqual(['A-1\nstate']);
  expect(second.frameFor(all)).toBeNull();
  expect(frames.next([], MANY).frameFor(all)?.toString()).toBe('["A-1","B-1"]');
  expect(frames.next([entry('A-2')], MANY).heldBefore(all)).toEqual([]);
});

it('[SOCK9] a full frame does not wait', () => {
  const entries = Array.from({ length: 64 }, (_, index) => entry(`A-${String(index)}`));
  const frames = createFrames();
  expect(frames.next(entries.slice(0, 63), MANY).frameFor(all)).toBeNull();
  expect(frames.next(entries.slice(63), MANY).frameFor(all)?.toString()).toContain('"A-63"');
});

it('[SOCK9] [SOCK5] nothing that waits reaches another subscription', () => {
  const frames = createFrames();
  const first = frames.next([entry('B-1', 'b'), entry('C-1', null)], MANY);
  expect([first.frameFor(all), first.frameFor(ofA)]).toEqual([null, null]);
  const last = [frames.next([entry('A-1')], MANY), frames.next([], MANY), frames.next([], MANY)].map((batch) =>
    batch.frameFor(ofA)?.toString(),
  );
  expect(last).toEqual([undefined, undefined, '["A-1"]']);
});
