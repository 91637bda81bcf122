import type { EventPayload } from '#streams/event';
import { tickAfterStates } from '#streams/operators/tickAfterStates';
import type { SourcedEvents } from '#streams/stamp';
import { it } from 'vitest';
import { reported, ticked } from '../state/eventsOf.ts';
import { marbles } from '../support/marbles.ts';

const left: EventPayload = { kind: 'session.closed' };
const incoming: Readonly<Record<string, SourcedEvents>> = {
  p: { source: 'socket', events: [reported('LF-01', 1)] },
  l: { source: 'GET machines', events: [reported('LF-01', 2)], presence: { serials: new Set(['LF-01']), requestedAt: 0 } },
  e: { source: 'GET machines', events: [], presence: { serials: new Set(), requestedAt: 0 } },
  x: { source: 'session', events: [left] },
  T: { source: 'log', events: [ticked] },
};

it.each([
  ['once, behind the first list of states', 'p--l---l--|', 'p--(lT)l--|'],
  ['not behind what one device pushes', 'p--p--|', 'p--p--|'],
  ['behind an empty list, too: nothing is known of any device', 'e---l--|', '(eT)l--|'],
  ['again for the next person', 'l---x--l---l', '(lT)x--(lT)l'],
])('[LOG9] a tick comes %s', (_, given, expected) => {
  marbles(({ hot, expectObservable }) => {
    expectObservable(hot(given, incoming).pipe(tickAfterStates())).toBe(expected, incoming);
  })();
});
