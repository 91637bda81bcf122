import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PastTime } from '#widgets/PastTime';
import { ticked } from '../state/eventsOf.ts';
import { showing } from './aConsole.tsx';

it('[TODAY1] shortly before midnight, "yesterday" is the day before that of the clock', async () => {
  const chosen: (string | null)[] = [];
  const field = (
    <PastTime label="From" at={null} openHint="Open" onAt={(at) => chosen.push(at === null ? null : new Date(at).toISOString())} />
  );
  showing(field, { events: [[Date.parse('2026-03-04T22:57:00Z') / 1_000, ticked]], intents: [] });
  await userEvent.type(screen.getByRole('textbox', { name: 'From' }), 'yesterday 22:00{Enter}');
  expect(chosen.at(-1)).toBe('2026-03-03T21:00:00.000Z');
});

it.each([
  ['12 min ago', '2026-03-04T21:45:00.000Z'],
  ['10:58 pm', null],
  ['22:59', '2026-03-04T21:55:00.000Z'],
])('[DATE3] at 22:57:30, %j in a field of five minutes is %s', async (typed, expected) => {
  const chosen: (string | null)[] = [];
  const field = (
    <PastTime label="From" at={null} openHint="Open" onAt={(at) => chosen.push(at === null ? null : new Date(at).toISOString())} />
  );
  showing(field, { events: [[Date.parse('2026-03-04T21:57:30Z') / 1_000, ticked]], intents: [] });
  await userEvent.type(screen.getByRole('textbox', { name: 'From' }), `${typed}{Enter}`);
  expect(chosen.at(-1) ?? null).toBe(expected);
});
