/** `RootState` of all slices, `createLogStore`, `reduceLog` (a fold without a store) and `momentShown`. */

import { combineReducers, configureStore, createAction } from '@reduxjs/toolkit';
import { alerts } from './alerts.ts';
import { initialAnswers, reduceAnswers } from './answers.ts';
import { initialClock, reduceClock } from './clock.ts';
import { commands } from './commands.ts';
import { initialDeviceData, reduceDeviceData } from './deviceData.ts';
import type { FleetEvent } from '#streams/event';
import { eventsBatched, foldEvents } from './events.ts';
import { initialFleet, reduceFleet } from './fleet.ts';
import { initialHealth, reduceHealth } from './health.ts';
import { page } from './page.ts';
import { session } from './session.ts';

const reduceBatch = combineReducers({
  alerts: alerts.reducer,
  answers: foldEvents(initialAnswers, reduceAnswers),
  clock: foldEvents(initialClock, reduceClock),
  commands: commands.reducer,
  deviceData: foldEvents(initialDeviceData, reduceDeviceData),
  fleet: foldEvents(initialFleet, reduceFleet),
  health: foldEvents(initialHealth, reduceHealth),
  page: page.reducer,
  session: session.reducer,
});

/** The whole state of the console at one moment of the log. */
export type RootState = ReturnType<typeof reduceBatch>;

/** Folds events of the log into a state; `undefined` stands for the state before any event. */
export const reduceLog = (state: RootState | undefined, events: readonly FleetEvent[]): RootState =>
  reduceBatch(state, eventsBatched(events));

/** Replaces the whole state, for a seek in a recorded session. */
export const momentShown = createAction<RootState>('moment/shown');

/** Creates the store of one log; the past has its own store. No module imports a store; it is created once and passed in. */
export function createLogStore(options: { readonly devTools: boolean }) {
  return configureStore({
    reducer: (state: RootState | undefined, action: { type: string }) =>
      momentShown.match(action) ? action.payload : reduceBatch(state, action),
    // These checks traverse the whole state after each action, which takes longer than a frame with 10,000 devices.
    middleware: (getDefault) => getDefault({ serializableCheck: false, immutableCheck: false, actionCreatorCheck: false }),
    // The dev tools are off in the console, which has its own timeline; they would keep a second copy of every batch.
    devTools: options.devTools,
  });
}

/** A store created by `createLogStore`. */
export type LogStore = ReturnType<typeof createLogStore>;
