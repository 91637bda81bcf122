import { replay, type Replay } from '#fixtures/replay';
import type { FixtureLine } from '#fixtures/fixtureLine';
import { getMachines } from '#contract/fleet/machine';
import type { EventKind, EventOf, FleetEvent, EventPayload, RequestSpec } from '#streams/event';
import { fleetLog } from '#streams/log/fleetLog';
import type { Intent } from '#streams/intent';
import { map, merge, NEVER, timer, VirtualTimeScheduler } from 'rxjs';

export const request = (
  call: { readonly name: string },
  params: RequestSpec['params'] = {},
  query: RequestSpec['query'] = {},
): RequestSpec => ({
  call: call.name,
  params,
  query,
});

export const opens = (asked: RequestSpec, everyMs: number | null): Intent => ({ kind: 'query.subscribed', request: asked, everyMs });
export const closes = (asked: RequestSpec, everyMs: number | null): Intent => ({ kind: 'query.unsubscribed', request: asked, everyMs });

/** Inputs besides the fixture: intents and session events, each with its ms from the start. */
export interface LogInputs {
  readonly intents?: readonly (readonly [ms: number, intent: Intent])[];
  readonly session?: readonly (readonly [ms: number, events: EventPayload])[];
}

export interface ReplayedLog extends Replay {
  readonly batches: readonly (readonly FleetEvent[])[];
  readonly events: readonly FleetEvent[];
  readonly secrets: readonly (readonly [string, unknown])[];
  readonly isOver: boolean;
}

const wantsMachines: NonNullable<LogInputs['intents']> = [[0, opens(request(getMachines), 5_000)]];

/** Returns the log of a fixture after some ms of virtual time, with the console's subscription to `GET machines` unless other intents are given. */
export function fleetLogOf(
  all: readonly FixtureLine[],
  ms: number,
  { intents = wantsMachines, session = [] }: LogInputs = {},
): ReplayedLog {
  const clock = new VirtualTimeScheduler(undefined, ms);
  const replayed = replay(all, clock);
  const later = <T>(rows: readonly (readonly [number, T])[]) =>
    merge(NEVER, ...rows.map(([at, value]) => timer(at, clock).pipe(map(() => value))));
  const batches: (readonly FleetEvent[])[] = [];
  const secrets: (readonly [string, unknown])[] = [];
  const state = { isOver: false };
  const ending = () => {
    state.isOver = true;
  };
  fleetLog(replayed.ports, later(intents), {
    websocket_address: 'wss://api.example',
    session$: later(session),
    onSecret: (key, answer) => secrets.push([key, answer]),
  }).subscribe({ next: (batch) => batches.push(batch), error: ending, complete: ending });
  // Never unsubscribed: the actions of a virtual interval are linked, and unsubscribing after an hour of them overflows the stack.
  clock.flush();
  return { ...replayed, batches, events: batches.flat(), secrets, isOver: state.isOver };
}

/** Returns the events of one kind. */
export function ofKind<Kind extends EventKind>(events: readonly FleetEvent[], kind: Kind): readonly EventOf<Kind>[] {
  return events.filter((event): event is EventOf<Kind> => event.kind === kind);
}
