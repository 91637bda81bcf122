/** The slice of the session: phase (unknown, signed in, second factor missing, signed out), profile, role and rights. */

import { createSlice } from '@reduxjs/toolkit';
import type { Profile } from '#contract/identity';
import { missingMembership, roleOf, type Role } from '#domain/people/rights';
import { onEvents } from './events.ts';

/** The session. `phase` is `unknown` until the first session event. */
export interface SessionState {
  readonly phase: 'unknown' | 'open' | 'refused' | 'closed';
  readonly profile: Profile | null;
  /** Instant at which the token expires, in ms since epoch; null before the first renewal. */
  readonly expiresAt: number | null;
  /** Reason for the rejection of the last sign-in or session; '' otherwise. */
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
      // A rejected session is closed afterwards; its phase is kept, since the sign-in page still shows the reason.
      if (known.phase !== 'refused') Object.assign(known, { ...initialState, phase: 'closed' } satisfies SessionState);
    },
  }),
});

interface WithSession {
  readonly session: SessionState;
}

/** Selects the signed-in user; null when nobody is signed in. */
export const selectProfile = (s: WithSession): Profile | null => s.session.profile;

/** Selects the role of the signed-in user; null if there is no user or the role is unknown. */
export const selectRole = (s: WithSession): Role | null => roleOf(s.session.profile?.groups ?? []);

/** Selects the full name of the signed-in user, as lists show it; '' when nobody is signed in. */
export function selectOwnName(s: WithSession): string {
  const { profile } = s.session;
  return [profile?.first_name, profile?.family_name].filter(Boolean).join(' ') || (profile?.email ?? '');
}

/** Selects the attribute that the user's account lacks to see any data; null if it lacks neither or nobody is signed in. */
export const selectMissingStanding = (s: WithSession): 'role' | 'organisation' | null =>
  s.session.profile === null ? null : missingMembership(s.session.profile.groups);

export const selectSession = (s: WithSession): SessionState => s.session;
