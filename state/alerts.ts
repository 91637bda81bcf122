/** The slice of alerts (toasts), each shown for 6 s. */

import { createSlice } from '@reduxjs/toolkit';
import { onEvents } from './events.ts';

/** Time for which an alert is shown, in ms. */
export const ALERT_SHOWN_MS = 6_000;

/** One toast. `id` is the sequence number of its event; `at` is in ms since epoch. Errors have the tone `warning`. */
export interface Alert {
  readonly id: number;
  readonly tone: 'warning' | 'success';
  readonly text: string;
  readonly at: number;
}

/** The shown alerts, oldest first. */
export type AlertsState = readonly Alert[];

const initialState: AlertsState = [];

export const alerts = createSlice({
  name: 'alerts',
  initialState,
  reducers: {},
  extraReducers: onEvents<AlertsState>({
    'alert.raised': (shown, { seq, tone, text, at }) => {
      // A repeated alert replaces the earlier one, so an action on fifty devices shows one toast instead of fifty.
      const before = shown.findIndex((alert) => alert.tone === tone && alert.text === text);
      if (before !== -1) shown.splice(before, 1);
      shown.push({ id: seq, tone, text, at });
    },
    'clock.ticked': (shown, { at }) => {
      // The list is sorted oldest first, so the expired alerts are at the front.
      shown.splice(0, shown.filter((alert) => at - alert.at >= ALERT_SHOWN_MS).length);
    },
  }),
});

export const selectAlerts = (s: { readonly alerts: AlertsState }): AlertsState => s.alerts;
