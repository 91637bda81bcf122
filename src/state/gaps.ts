import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** Frames that did not parse and events that were lost. `at` in ms since epoch. */
export interface GapsState {
  readonly refusedFrames: number;
  readonly lastRefused: { readonly reason: string; readonly text: string; readonly at: number } | null;
  readonly lostEvents: number;
  readonly lastGap: { readonly reason: string; readonly at: number } | null;
}

const initialState: GapsState = { refusedFrames: 0, lastRefused: null, lostEvents: 0, lastGap: null };

export const gaps = createSlice({
  name: 'gaps',
  initialState,
  reducers: {},
  extraReducers: onEvents<GapsState>({
    'frame.rejected': (known, { reason, text, at }) => {
      known.refusedFrames += 1;
      known.lastRefused = { reason, text, at };
    },
    'log.gap': (known, { lost, reason, at }) => {
      known.lostEvents += lost;
      known.lastGap = { reason, at };
    },
  }),
});

export const selectGaps = (s: { readonly gaps: GapsState }): GapsState => s.gaps;
