import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getHistoryAvailability } from '#contract/history';
import { AvailabilityScreen } from '#screens/history/availability/AvailabilityScreen';
import type { Intent } from '#streams/intent';
import { ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { showing } from '../../widgets/aConsole.tsx';

/** Two hours before April in Belgium. */
const SECOND = Date.parse('2026-03-31T20:00:00Z') / 1_000;

it.each([
  ['right', 0, 'March 2026', '2026-02-28T23:00:00.000Z'],
  ['three hours behind', 10_800_000, 'April 2026', '2026-03-31T22:00:00.000Z'],
])('[AVAIL9] the clock of the console is %s', (_, offsetMs, month, from) => {
  const intents: Intent[] = [];
  const events: readonly TimedEvent[] = [
    [SECOND, { kind: 'clock.offsetMeasured', offsetMs }],
    [SECOND, ticked],
  ];
  showing(<AvailabilityScreen />, { address: '/history/availability', events, intents });
  expect(screen.getByText(month)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
  const asked = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [intent.request] : []));
  expect(asked).toContainEqual(expect.objectContaining({ call: getHistoryAvailability.name, query: expect.objectContaining({ from }) }));
});
