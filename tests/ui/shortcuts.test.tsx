import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ARROWED, isWithin } from '#ui/keyTargets';
import { isTaken } from '../support/isTaken.ts';

it('[KEYS10] the letters, arrows and Escape of an open list are no shortcuts', () => {
  render(<div role="listbox" tabIndex={-1} />);
  for (const key of ['t', '?', 'ArrowLeft', 'Escape', ' ']) expect(isTaken(screen.getByRole('listbox'), { key })).toBe(false);
  expect(isTaken(document.body, { key: 't' })).toBe(true);
});

it('[KEYS10] a group that is marked has the arrow keys, its buttons no other key', () => {
  render(
    <div data-arrows>
      <button>4</button>
    </div>,
  );
  const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true });
  fireEvent(screen.getByRole('button'), event);
  expect(isWithin(event, ARROWED)).toBe(true);
  expect(isTaken(screen.getByRole('button'), { key: 't' })).toBe(true);
});

it.each([
  ['t', false],
  ['w', false],
  ['b', false],
  ['?', false],
  ['l', false],
  ['r', false],
  ['3', false],
  ['Escape', false],
  ['Enter', false],
  ['ArrowLeft', true],
  ['End', true],
  ['.', true],
  ['+', true],
])('[KEYS11] held down, the key %s acts again: %s', (key, isRepeated) => {
  expect(isTaken(document.body, { key })).toBe(true);
  expect(isTaken(document.body, { key, repeat: true })).toBe(isRepeated);
});
