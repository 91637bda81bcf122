/** `eventsBatched`, the action with a batch of events; `onEvents` and `foldEvents` create the reducers that fold such a batch. */

import { createAction, type ActionReducerMapBuilder, type Draft } from '@reduxjs/toolkit';
import type { EventKind, EventOf, FleetEvent } from '#streams/event';

/** The only action that carries events of the log: all since the last frame, in order. */
export const eventsBatched = createAction<readonly FleetEvent[]>('events/batched');

type Report = EventOf<'device.stateReported'>;
type RareEvent = Exclude<FleetEvent, Report>;
type RareKind = Exclude<EventKind, Report['kind']>;

// The cache is module-level, because the reducers that share it have no other common place; it is keyed by the batch, so that stores cannot mix.
const rareOf = new WeakMap<readonly FleetEvent[], readonly RareEvent[]>();

/**
 * Returns the events of a batch without state reports, which are frequent and concern only the fleet. The result is computed once per batch and shared by all
 * slices.
 */
export function exceptStateReports(events: readonly FleetEvent[]): readonly RareEvent[] {
  const rare = rareOf.get(events) ?? events.filter((event) => event.kind !== 'device.stateReported');
  rareOf.set(events, rare);
  return rare;
}

type EventByKind = { readonly [Kind in RareKind]: EventOf<Kind> };
/** The changes that each event kind makes to one slice. Kinds without a row change nothing; state reports are folded separately. */
export type EventTable<State> = { readonly [Kind in RareKind]?: (state: Draft<State>, event: EventByKind[Kind]) => void };

// The function is generic over the kind, so that the types of row and event match.
function applyRow<State, Kind extends RareKind>(table: EventTable<State>, state: Draft<State>, kind: Kind, event: EventByKind[Kind]): void {
  table[kind]?.(state, event);
}

/** Returns the `extraReducers` of a slice from a table of event kinds. A batch without these kinds is skipped. */
export function onEvents<State>(table: EventTable<State>): (builder: ActionReducerMapBuilder<State>) => void {
  const concerns = (action: unknown) => eventsBatched.match(action) && exceptStateReports(action.payload).some(({ kind }) => kind in table);
  return (builder) => {
    builder.addMatcher(concerns, (state, action) => {
      if (!eventsBatched.match(action)) return;
      for (const event of exceptStateReports(action.payload)) applyRow(table, state, event.kind, event);
    });
  };
}

/** Returns a reducer for state that is too large or changes too often for Immer: a pure fold of each batch. */
export function foldEvents<State>(initial: State, fold: (state: State, events: readonly FleetEvent[]) => State) {
  return (state: State | undefined, action: { readonly type: string }): State =>
    eventsBatched.match(action) ? fold(state ?? initial, action.payload) : (state ?? initial);
}
