import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** The socket: `since` in ms since epoch, null before its first event; `retryInMs` is the pause before the next try after a loss. */
export interface LinkState {
  readonly phase: 'unknown' | 'open' | 'lost';
  readonly since: number | null;
  readonly retryInMs: number | null;
}

const initialState: LinkState = { phase: 'unknown', since: null, retryInMs: null };

export const link = createSlice({
  name: 'link',
  initialState,
  reducers: {},
  extraReducers: onEvents<LinkState>({
    'socket.opened': (known, { at }) => {
      Object.assign(known, { phase: 'open', since: at, retryInMs: null } satisfies LinkState);
    },
    'socket.closed': (known, { at, retryInMs }) => {
      // Failed tries of one outage do not move its beginning.
      const since = known.phase === 'lost' ? known.since : at;
      Object.assign(known, { phase: 'lost', since, retryInMs } satisfies LinkState);
    },
    'session.closed': (known) => {
      Object.assign(known, initialState);
    },
  }),
});

export const selectLink = (s: { readonly link: LinkState }): LinkState => s.link;
