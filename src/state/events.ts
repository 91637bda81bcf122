import { createAction, type ActionReducerMapBuilder, type Draft } from '@reduxjs/toolkit';
import type { EventKind, EventOf, FleetEvent } from '#streams/event';

/** The one action of the console: what the log learned since the last frame, in the order of the log. */
export const eventsBatched = createAction<readonly FleetEvent[]>('events/batched');

type EventByKind = { readonly [Kind in EventKind]: EventOf<Kind> };
/** What each kind of event means for one subject. Kinds without a row leave the subject as it is. */
export type EventTable<State> = { readonly [Kind in EventKind]?: (state: Draft<State>, event: EventByKind[Kind]) => void };

// Generic over the kind, so that the row and its event are known to belong together.
function applyRow<State, Kind extends EventKind>(
  table: EventTable<State>,
  state: Draft<State>,
  kind: Kind,
  event: EventByKind[Kind],
): void {
  table[kind]?.(state, event);
}

/** The `extraReducers` of a slice, written as a table from kind of event to what it means for this subject. */
export function onEvents<State>(table: EventTable<State>): (builder: ActionReducerMapBuilder<State>) => void {
  return (builder) => {
    builder.addCase(eventsBatched, (state, { payload }) => {
      for (const event of payload) applyRow(table, state, event.kind, event);
    });
  };
}

/** A reducer for what is too big or too frequent for Immer: a pure fold of each batch. */
export function foldEvents<State>(initial: State, fold: (state: State, events: readonly FleetEvent[]) => State) {
  return (state: State | undefined, action: { readonly type: string }): State =>
    eventsBatched.match(action) ? fold(state ?? initial, action.payload) : (state ?? initial);
}
