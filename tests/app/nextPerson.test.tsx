import { act } from '@testing-library/react';
import { BehaviorSubject, NEVER } from 'rxjs';
import { expect, it, vi } from 'vitest';
import type { Profile } from '#contract/identity';
import { openWholeConsole } from '../support/openWholeConsole.tsx';

const person = (username: string): Profile => ({
  username,
  email: `${username}@serrarobotics.example`,
  groups: ['user_type:system_admin'],
  second_factor: true,
});
const AN = person('an');
const BERT = person('bert');
const SCREEN = '/profile/account?from=mail';
const HOME = '/dashboard';

it.each<[string, readonly (Profile | null)[], string]>([
  ['the same person returns to it after a log-out in another tab', [AN, null, AN], SCREEN],
  ['another person begins at the own first one after a log-out in another tab', [AN, null, BERT], HOME],
  ['another person who signs in in another tab begins at the own first one', [AN, BERT], HOME],
  ['a link that is opened while nobody is signed in is followed', [null, BERT], SCREEN],
])('[PERSON2] the screen of a person: %s', async (_, [first = null, ...next], expected) => {
  const profile$ = new BehaviorSubject<Profile | null>(first);
  const { settle } = await openWholeConsole({ address: SCREEN, features: [], answer: () => NEVER, profile$ });
  const address = () => window.location.pathname + window.location.search;
  expect(address()).toBe(first === null ? '/' : SCREEN);
  for (const profile of next) {
    act(() => profile$.next(profile));
    await settle();
    await act(() => vi.dynamicImportSettled());
    if (profile === null) expect(address()).toBe('/');
  }
  expect(address()).toBe(expected);
});
