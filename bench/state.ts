import type { FleetEvent } from '#streams/event';
import { budgets } from './budgets.ts';
import { type Entities, many, one, slice, toRow } from './entityFleet.ts';
import { measured, median, type Result } from './result.ts';
import { initialFleet, reduceFleet, type DeviceRow, type FleetState } from '../state/fleet.ts';

const DEVICES = 10_000;
const PER_FRAME = 160;
const ROUNDS = 5;

const serialOf = (device: number) => `LF-${String(device).padStart(5, '0')}`;

function reports(count: number, roundNumber: number): readonly FleetEvent[] {
  return Array.from({ length: count }, (_, index): FleetEvent => {
    const at = 1_000_000 * roundNumber + index;
    // A stride coprime to the number of devices visits all of them in a scattered order.
    const serial = serialOf((index * 7_919) % DEVICES);
    const state = { shape: 'tasks', current_state: 'executing_task', current_task: 'drive_task', current_pose_x: index } as const;
    return { kind: 'device.stateReported', serial, reportedAt: at, state, seq: index, at, source: 'socket' };
  });
}

type Report = Extract<FleetEvent, { kind: 'device.stateReported' }>;
const reportsIn = (events: readonly FleetEvent[]) => events.filter((event): event is Report => event.kind === 'device.stateReported');

function frames<T>(events: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(events.length / PER_FRAME) }, (_, frame) =>
    events.slice(frame * PER_FRAME, (frame + 1) * PER_FRAME),
  );
}

/** Returns the events per second of a fold. */
function speed(events: number, fold: () => void): number {
  const startedAt = performance.now();
  fold();
  return (events / (performance.now() - startedAt)) * 1_000;
}

function sum(rows: Iterable<DeviceRow>): string {
  let digest = 0;
  for (const { serial, reportedAt, receivedAt, state } of rows)
    digest = (digest + Number(serial.slice(3)) * reportedAt + receivedAt + (state.current_pose_x ?? 0)) % 1_000_000_007;
  return String(digest);
}

function mustAgree(name: string, ours: FleetState, theirs: Entities): void {
  const mine = sum(ours.rows.chunks.flat());
  const other = sum(Object.values(theirs.entities));
  if (mine !== other) throw new Error(`${name}: the final states differ (${mine} and ${other}), so its figures would mean nothing`);
}

const everyone = reportsIn(reports(DEVICES, 1));

/** Runs all cases of one round in turn, on the same events if their final states are compared. */
function round(number: number) {
  const fullFleet = reduceFleet(initialFleet, everyone);
  const fullEntities = slice.reducer(undefined, many(everyone.map(toRow)));
  const few = reportsIn(reports(40, number));
  const some = reportsIn(reports(PER_FRAME * 60, number));
  const lots = reportsIn(reports(PER_FRAME * 2_000, number));
  let entities = fullEntities;
  const perEvent = speed(few.length, () => {
    for (const event of few) entities = slice.reducer(entities, one(toRow(event)));
  });
  mustAgree('upsertOne', reduceFleet(fullFleet, few), entities);
  const batches = frames(some);
  entities = fullEntities;
  const perFrame = speed(some.length, () => {
    for (const batch of batches) entities = slice.reducer(entities, many(batch.map(toRow)));
  });
  mustAgree('setMany', batches.reduce(reduceFleet, fullFleet), entities);
  const manyBatches = frames(lots);
  let fleet = fullFleet;
  const ours = speed(lots.length, () => {
    for (const batch of manyBatches) fleet = reduceFleet(fleet, batch);
  });
  return { perEvent, perFrame, ours };
}

/** Measures `state`: the fleet reducer against the entity adapter of Redux Toolkit (`entityFleet.ts`). */
export function stateBench(): readonly Result[] {
  round(2);
  const rounds = Array.from({ length: ROUNDS }, (_, index) => round(index + 3));
  const ours = median(rounds.map((r) => r.ours));
  const perEvent = median(rounds.map((r) => r.perEvent));
  const perFrame = median(rounds.map((r) => r.perFrame));
  const of = `${DEVICES.toLocaleString('en')} devices, frames of ${String(PER_FRAME)}`;
  return [
    measured(`reducer / RTK upsertOne per event, ${of}`, ours / perEvent, budgets.reducerPerEvent),
    measured(`reducer / RTK setMany per frame, ${of}`, ours / perFrame, budgets.reducerPerFrame),
    { what: 'reducer', value: ours, unit: 'events/s' },
  ];
}
