import { createSlice } from '@reduxjs/toolkit';
import type { Profile } from '#contract/identity';
import { missingMembership, roleOf, type Role } from '#domain/rights';
import { onEvents } from './events.ts';

/** Who is signed in. `phase` is `unknown` until the first news of the session. */
export interface SessionState {
  readonly phase: 'unknown' | 'open' | 'refused' | 'closed';
  readonly profile: Profile | null;
  /** When the token ends, ms since epoch; null before the first renewal. */
  readonly expiresAt: number | null;
  /** Why the last sign-in or the session was refused; '' when it was not. */
  readonly refusedMessage: string;
}

const initialState: SessionState = { phase: 'unknown', profile: null, expiresAt: null, refusedMessage: '' };

export const session = createSlice({
  name: 'session',
  initialState,
  reducers: {},
  extraReducers: onEvents<SessionState>({
    'session.opened': (known, { profile }) => {
      Object.assign(known, { ...initialState, phase: 'open', profile } satisfies SessionState);
    },
    'session.renewed': (known, { profile, expiresAt }) => {
      Object.assign(known, { phase: 'open', profile, expiresAt, refusedMessage: '' } satisfies SessionState);
    },
    'session.rejected': (known, { message }) => {
      Object.assign(known, { ...initialState, phase: 'refused', refusedMessage: message } satisfies SessionState);
    },
    'session.closed': (known) => {
      // A refused session is closed next; the root still says why.
      if (known.phase !== 'refused') Object.assign(known, { ...initialState, phase: 'closed' } satisfies SessionState);
    },
  }),
});

interface WithSession {
  readonly session: SessionState;
}

/** Who is signed in; null while nobody is. */
export const selectProfile = (s: WithSession): Profile | null => s.session.profile;

/** The role of the person who is signed in; null for nobody and for an unknown word. */
export const selectRole = (s: WithSession): Role | null => roleOf(s.session.profile?.groups ?? []);

/** The name of the person who is signed in, as the lists write names; '' for nobody. */
export function selectOwnName(s: WithSession): string {
  const { profile } = s.session;
  return [profile?.first_name, profile?.family_name].filter(Boolean).join(' ') || (profile?.email ?? '');
}

/** What the account of the person who is signed in lacks to see anything; null when nothing, and for nobody. */
export const selectMissingStanding = (s: WithSession): 'role' | 'organisation' | null =>
  s.session.profile === null ? null : missingMembership(s.session.profile.groups);

export const selectSession = (s: WithSession): SessionState => s.session;
