import { expect, it } from 'vitest';
import { nextStateText } from '#domain/devices/nextState';

it.each([
  ['waiting_for_task', 'Idle'],
  ['executing_task', 'Executing Task'],
  ['error', 'Error'],
  ['', '-'],
  [null, '-'],
  [undefined, '-'],
])('[ACT1] after an error %s reads %s', (next_state, text) => {
  expect(nextStateText(next_state)).toBe(text);
});
