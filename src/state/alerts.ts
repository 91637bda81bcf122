import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** How long an alert is shown, in ms. */
export const ALERT_SHOWN_MS = 6_000;

/** One toast. `id` is the number of its event in the log; `at` in ms since epoch. Errors are warnings. */
export interface Alert {
  readonly id: number;
  readonly tone: 'warning' | 'success';
  readonly text: string;
  readonly at: number;
}

/** The alerts shown now, oldest first. */
export type AlertsState = readonly Alert[];

const initialState: AlertsState = [];

export const alerts = createSlice({
  name: 'alerts',
  initialState,
  reducers: {},
  extraReducers: onEvents<AlertsState>({
    'alert.raised': (shown, { seq, tone, text, at }) => {
      // Repeated, it is one toast that starts again: an action on fifty devices is no pile of fifty.
      const before = shown.findIndex((alert) => alert.tone === tone && alert.text === text);
      if (before !== -1) shown.splice(before, 1);
      shown.push({ id: seq, tone, text, at });
    },
    'clock.ticked': (shown, { at }) => {
      // Oldest first, so what is over stands in front.
      shown.splice(0, shown.filter((alert) => at - alert.at >= ALERT_SHOWN_MS).length);
    },
  }),
});

export const selectAlerts = (s: { readonly alerts: AlertsState }): AlertsState => s.alerts;
