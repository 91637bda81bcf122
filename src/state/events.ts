import { createAction, type ActionReducerMapBuilder, type Draft } from '@reduxjs/toolkit';
import type { EventKind, EventOf, FleetEvent } from '#streams/event';

/** The one action of the console: the events of the log since the last frame, in order. */
export const eventsBatched = createAction<readonly FleetEvent[]>('events/batched');

type Report = EventOf<'device.stateReported'>;
type RareEvent = Exclude<FleetEvent, Report>;
type RareKind = Exclude<EventKind, Report['kind']>;

// Of the module, for the reducers that share it have no other common place; the batch itself is the key, so stores cannot mix.
const rareOf = new WeakMap<readonly FleetEvent[], readonly RareEvent[]>();

/** The events of a batch without state reports, which come by the thousand and concern the fleet alone. Computed once per batch for all slices. */
export function exceptStateReports(events: readonly FleetEvent[]): readonly RareEvent[] {
  const rare = rareOf.get(events) ?? events.filter((event) => event.kind !== 'device.stateReported');
  rareOf.set(events, rare);
  return rare;
}

type EventByKind = { readonly [Kind in RareKind]: EventOf<Kind> };
/** How each event kind changes one slice. Kinds without a row change nothing; state reports have their own fold. */
export type EventTable<State> = { readonly [Kind in RareKind]?: (state: Draft<State>, event: EventByKind[Kind]) => void };

// Generic over the kind, so that the row and its event are known to belong together.
function applyRow<State, Kind extends RareKind>(table: EventTable<State>, state: Draft<State>, kind: Kind, event: EventByKind[Kind]): void {
  table[kind]?.(state, event);
}

/** The `extraReducers` of a slice from a table of event kinds. A batch without these kinds is skipped. */
export function onEvents<State>(table: EventTable<State>): (builder: ActionReducerMapBuilder<State>) => void {
  const concerns = (action: unknown) => eventsBatched.match(action) && exceptStateReports(action.payload).some(({ kind }) => kind in table);
  return (builder) => {
    builder.addMatcher(concerns, (state, action) => {
      if (!eventsBatched.match(action)) return;
      for (const event of exceptStateReports(action.payload)) applyRow(table, state, event.kind, event);
    });
  };
}

/** A reducer for what is too big or too frequent for Immer: a pure fold of each batch. */
export function foldEvents<State>(initial: State, fold: (state: State, events: readonly FleetEvent[]) => State) {
  return (state: State | undefined, action: { readonly type: string }): State =>
    eventsBatched.match(action) ? fold(state ?? initial, action.payload) : (state ?? initial);
}
