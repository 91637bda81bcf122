import type { Profile } from '#contract/identity';
import type { News } from '#streams/event';
import { takenOver } from '#streams/operators/takenOver';
import type { Arrival } from '#streams/stamp';
import { map } from 'rxjs';
import { describe, it } from 'vitest';
import { reported } from '../state/eventsOf.ts';
import { marbles } from '../support/marbles.ts';

const anna: Profile = { username: 'anna', email: 'anna@example.org', groups: [], second_factor: true };
const isIn: News = { kind: 'session.opened', profile: anna };
const renewed: News = { kind: 'session.renewed', profile: anna, expiresAt: 1 };
const left: News = { kind: 'session.closed' };
const held = (controller: string | null, over = {}, serial = 'LF-01') => reported(serial, 1, { controller, ...over });
const by = (name: string): News => ({ kind: 'alert.raised', tone: 'warning', text: `Control was taken over by ${name}` });

describe('takenOver', () => {
  it.each<[string, Record<string, readonly News[]>, Record<string, readonly News[]>]>([
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
  ])('[GIVE7] tells that control was taken over: %s', (_, said, told) => {
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const arrivals = Object.entries(said).map(([mark, news]): [string, Arrival] => [mark, { source: 'socket', news }]);
      const source = hot(Object.keys(said).join(''), Object.fromEntries(arrivals));
      const expected = Object.fromEntries(Object.entries(said).map(([mark, news]) => [mark, [...news, ...(told[mark] ?? [])]]));
      expectObservable(
        source.pipe(
          takenOver(),
          map(({ news }) => news),
        ),
        '------!',
      ).toBe(Object.keys(said).join(''), expected);
      expectSubscriptions(source.subscriptions).toBe('^-----!');
    })();
  });
});
