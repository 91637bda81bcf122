import type { Profile } from '#contract/identity';
import type { EventPayload } from '#streams/event';
import { sessionTakenOver } from '#streams/operators/sessionTakenOver';
import type { SourcedEvents } from '#streams/stamp';
import { map } from 'rxjs';
import { describe, it } from 'vitest';
import { reported } from '../state/eventsOf.ts';
import { marbles } from '../support/marbles.ts';

const anna: Profile = { username: 'anna', email: 'anna@example.org', groups: [], second_factor: true };
const isIn: EventPayload = { kind: 'session.opened', profile: anna };
const renewed: EventPayload = { kind: 'session.renewed', profile: anna, expiresAt: 1 };
const left: EventPayload = { kind: 'session.closed' };
const held = (controller: string | null, over = {}, serial = 'LF-01') => reported(serial, 1, { controller, ...over });
const by = (name: string): EventPayload => ({ kind: 'alert.raised', tone: 'warning', text: `Control was taken over by ${name}` });

describe('takenOver', () => {
  it.each<[string, Record<string, readonly EventPayload[]>, Record<string, readonly EventPayload[]>]>([
    ['by name', { i: [isIn], a: [held('anna')], b: [held('bert', { controller_name: 'Bert B' })] }, { b: [by('Bert B')] }],
    ['by id where the name is not known', { i: [renewed], a: [held('anna')], b: [held('bert')] }, { b: [by('bert')] }],
    ['once', { i: [isIn], a: [held('anna')], b: [held('bert'), held('bert')], c: [held('carl')] }, { b: [by('bert')] }],
    [
      'again after it was taken back',
      { i: [isIn, held('anna')], a: [held('bert')], b: [held('anna')], c: [held('carl')] },
      { a: [by('bert')], c: [by('carl')] },
    ],
    ['not when it was given back', { i: [isIn, held('anna')], a: [held(null)], b: [held('bert')] }, {}],
    ['not of another device', { i: [isIn, held('anna')], a: [held('bert', {}, 'LF-02')] }, {}],
    ['not to who was never in control', { i: [isIn], a: [held('bert')], b: [held('carl')] }, {}],
    ['not while nobody is signed in', { a: [held('anna')], b: [held('bert')] }, {}],
    ['not after leaving', { i: [isIn, held('anna')], a: [left], b: [held('bert')] }, {}],
  ])('[COMMAND7] tells that control was taken over: %s', (_, incoming, alerts) => {
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const arrivals = Object.entries(incoming).map(([mark, events]): [string, SourcedEvents] => [mark, { source: 'socket', events }]);
      const source = hot(Object.keys(incoming).join(''), Object.fromEntries(arrivals));
      const expected = Object.fromEntries(Object.entries(incoming).map(([mark, events]) => [mark, [...events, ...(alerts[mark] ?? [])]]));
      expectObservable(
        source.pipe(
          sessionTakenOver(),
          map(({ events }) => events),
        ),
        '------!',
      ).toBe(Object.keys(incoming).join(''), expected);
      expectSubscriptions(source.subscriptions).toBe('^-----!');
    })();
  });
});
