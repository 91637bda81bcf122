import { createAction, type ActionReducerMapBuilder, type Draft } from '@reduxjs/toolkit';
import type { EventKind, EventOf, FleetEvent } from '#streams/event';

/** The one action of the console: what the log learned since the last frame, in the order of the log. */
export const eventsBatched = createAction<readonly FleetEvent[]>('events/batched');

type Report = EventOf<'device.stateReported'>;
type RareEvent = Exclude<FleetEvent, Report>;
type RareKind = Exclude<EventKind, Report['kind']>;

// Of the module, for the reducers that share it have no other common place; the batch itself is the key, so stores cannot mix.
const rareOf = new WeakMap<readonly FleetEvent[], readonly RareEvent[]>();

/** What a batch says beside reports of state, which come by the thousand and concern the fleet alone. Looked for once, for all subjects that ask. */
export function exceptStateReports(events: readonly FleetEvent[]): readonly RareEvent[] {
  const rare = rareOf.get(events) ?? events.filter((event) => event.kind !== 'device.stateReported');
  rareOf.set(events, rare);
  return rare;
}

type EventByKind = { readonly [Kind in RareKind]: EventOf<Kind> };
/** What each kind of event means for one subject. Kinds without a row leave the subject as it is; a report of state has its own fold. */
export type EventTable<State> = { readonly [Kind in RareKind]?: (state: Draft<State>, event: EventByKind[Kind]) => void };

// Generic over the kind, so that the row and its event are known to belong together.
function applyRow<State, Kind extends RareKind>(table: EventTable<State>, state: Draft<State>, kind: Kind, event: EventByKind[Kind]): void {
  table[kind]?.(state, event);
}

/** The `extraReducers` of a slice, written as a table from kind of event to what it means for this subject. A batch without such a kind is not looked at. */
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
