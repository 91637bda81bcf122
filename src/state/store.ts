import { combineReducers, configureStore, createAction } from '@reduxjs/toolkit';
import { alerts } from './alerts.ts';
import { initialAnswers, reduceAnswers } from './answers.ts';
import { initialClock, reduceClock } from './clock.ts';
import { commands } from './commands.ts';
import { initialDeviceData, reduceDeviceData } from './deviceData.ts';
import { foldEvents } from './events.ts';
import { initialFleet, reduceFleet } from './fleet.ts';
import { initialHealth, reduceHealth } from './health.ts';
import { page } from './pageVisibility.ts';
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

/** Everything the console knows at one moment of the log. */
export type RootState = ReturnType<typeof reduceBatch>;

/** Shows another moment: the whole state at once, as a seek in a recorded session gives it. */
export const momentShown = createAction<RootState>('moment/shown');

/** One store for one log; the past has its own. Nobody imports a store: it is made once and handed in. */
export function createLogStore(options: { readonly devTools: boolean }) {
  return configureStore({
    reducer: (state: RootState | undefined, action: { type: string }) =>
      momentShown.match(action) ? action.payload : reduceBatch(state, action),
    // The checks walk the whole state after each action: at 10,000 devices that is the frame.
    middleware: (getDefault) => getDefault({ serializableCheck: false, immutableCheck: false, actionCreatorCheck: false }),
    // The console has its own timeline; the tools would keep every batch a second time.
    devTools: options.devTools,
  });
}

/** A store made by `createLogStore`. */
export type LogStore = ReturnType<typeof createLogStore>;
