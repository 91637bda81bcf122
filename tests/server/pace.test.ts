import { expect, it } from 'vitest';
import { createPace } from '#server/platform/limits/pace';
import { handTime } from '../support/handTime.ts';

function paced(most?: number) {
  const time = handTime();
  const ran: string[] = [];
  const inTurn = createPace(time.after, most);
  return { time, ran, add: (name: string) => inTurn(() => ran.push(`${name} ${time.now()}`)) };
}

it('[FLOOD15] of functions that are due at once the first runs at once, the others 2.5 ms apart, in their order', () => {
  const { time, ran, add } = paced();
  for (const name of ['one', 'two', 'three']) add(name);
  expect(ran).toEqual(['one 0']);
  time.pass(100);
  expect(ran).toEqual(['one 0', 'two 2.5', 'three 5']);
  add('four');
  expect(ran.at(-1)).toBe('four 100');
});

it('[FLOOD15] a cancelled function does not run, and nothing waits for it', () => {
  const { time, ran, add } = paced();
  add('one');
  const cancel = add('two');
  add('three');
  cancel();
  time.pass(100);
  expect(ran).toEqual(['one 0', 'three 2.5']);
});

it('[FLOOD15] where too many wait, the oldest runs at once', () => {
  const { ran, add } = paced(2);
  for (const name of ['one', 'two', 'three', 'four', 'five']) add(name);
  expect(ran).toEqual(['one 0', 'two 0', 'three 0']);
});

it('[FLOOD15] a function that adds another one while it runs does not run it at once', () => {
  const time = handTime();
  const ran: number[] = [];
  const inTurn = createPace(time.after);
  inTurn(() => inTurn(() => ran.push(time.now())));
  expect(ran).toEqual([]);
  time.pass(100);
  expect(ran).toEqual([2.5]);
});
