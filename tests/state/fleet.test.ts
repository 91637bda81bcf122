import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventPayload, FleetEvent } from '#streams/event';
import { initialFleet, reduceFleet, selectDevice, type FleetState } from '#state/fleet';
import { rowOf } from '#state/persistentRows';
import { eventsOf, reported, ticked, unreadable, vanished, type TimedEvent } from './eventsOf.ts';

const after = (...timed: readonly TimedEvent[]): FleetState => reduceFleet(initialFleet, eventsOf(...timed));
const row = (fleet: FleetState, serial: string) => selectDevice({ fleet }, serial);
const atTick = (fleet: FleetState) => fleet.perSecondSnapshot.chunks.flat();

describe('what a batch means for the fleet', () => {
  it('[LIVE-007] [STATE1] a report becomes the row of its device, with both instants', () => {
    const fleet = after([3, reported('LF-01', 2, { battery_level: 41 })]);
    expect(row(fleet, 'LF-01')).toMatchObject({ serial: 'LF-01', reportedAt: 2_000, receivedAt: 3_000, isPresent: true });
    expect(row(fleet, 'LF-01')?.state.battery_level).toBe(41);
    expect(row(fleet, 'LF-02')).toBeUndefined();
  });

  it.each([
    ['newer', 5],
    ['of the same instant', 4],
    ['dated earlier, after one from a clock that ran ahead', 3],
  ])('[FLEET-013] [STATE2] [MERGE4] a report that is %s replaces the known one', (_, second) => {
    const fleet = after([4, reported('LF-01', 4, { battery_level: 10 })], [6, reported('LF-01', second, { battery_level: 20 })]);
    expect(row(fleet, 'LF-01')).toMatchObject({ reportedAt: second * 1_000, state: { battery_level: 20 } });
  });

  it('[GAP-01] [STATE3] a device that vanished keeps its last state and is not present; a report brings it back', () => {
    const gone = after([1, reported('LF-01', 1, { battery_level: 7 })], [2, vanished('LF-01')]);
    expect(row(gone, 'LF-01')).toMatchObject({ isPresent: false, reportedAt: 1_000, state: { battery_level: 7 } });
    const back = reduceFleet(gone, eventsOf([3, reported('LF-01', 1)]));
    expect(row(back, 'LF-01')?.isPresent).toBe(true);
    expect(row(after([1, vanished('LF-09')]), 'LF-09')).toBeUndefined();
  });

  it('[GAP-01] [STATE4] the newest report of one device says nothing about its being there', () => {
    const poll = 'GET machine/{serial}/raw_state';
    expect(row(after([1, reported('LF-01', 1), poll]), 'LF-01')?.isPresent).toBe(false);
    expect(row(after([1, reported('LF-01', 1)], [2, reported('LF-01', 2), poll]), 'LF-01')?.isPresent).toBe(true);
    expect(row(after([1, reported('LF-01', 1), poll], [2, reported('LF-01', 1), 'GET machines']), 'LF-01')?.isPresent).toBe(true);
  });

  it('[STATE5] lists see the fleet of the last tick, also when the tick stands inside a batch', () => {
    const fleet = after([1, reported('LF-01', 1)], [2, ticked], [3, reported('LF-01', 3)], [3, reported('LF-02', 3)]);
    expect(atTick(fleet).map(({ serial, reportedAt }) => [serial, reportedAt])).toEqual([['LF-01', 1_000]]);
    expect(rowOf(fleet.perSecondSnapshot, 'LF-01')?.reportedAt).toBe(1_000);
    expect(row(fleet, 'LF-01')?.reportedAt).toBe(3_000);
    expect(atTick(reduceFleet(fleet, eventsOf([4, ticked])))).toHaveLength(2);
  });

  it('[SINCE3] an error begins with the first report of it, and nothing is known of one that was there first', () => {
    const inError = { current_state: 'error' };
    const began = (...timed: readonly TimedEvent[]) => row(after(...timed), 'LF-01')?.errorBegan;
    expect(began([3, reported('LF-01', 2, inError)], [5, reported('LF-01', 4, inError)])).toBeNull();
    const begin = [
      [1, reported('LF-01', 1)],
      [3, reported('LF-01', 2, inError)],
      [5, reported('LF-01', 4, inError)],
    ] as const;
    expect(began(...begin)).toEqual({ reportedAt: 2_000, receivedAt: 3_000 });
    expect(began(...begin, [6, vanished('LF-01')])).toEqual({ reportedAt: 2_000, receivedAt: 3_000 });
    expect(began(...begin, [7, reported('LF-01', 6)])).toBeNull();
    expect(began([1, unreadable('LF-01', 1)], [3, reported('LF-01', 2, inError)], [5, reported('LF-01', 4, inError)])).toBeNull();
  });

  it('[MERGE7] a report of which nothing could be read does not say that an error begins with the next', () => {
    const began = (...timed: readonly TimedEvent[]) => row(after(...timed), 'LF-01')?.errorBegan;
    const inError = { current_state: 'error' };
    const unread: EventPayload = { kind: 'device.stateReported', serial: 'LF-01', reportedAt: 1_000, state: { shape: 'tasks' } };
    expect(began([1, unread], [3, reported('LF-01', 2, inError)])).toBeNull();
    expect(began([1, unread], [3, reported('LF-01', 2, inError)], [5, reported('LF-01', 4, inError)])).toBeNull();
    expect(began([1, unread], [3, reported('LF-01', 2)], [5, reported('LF-01', 4, inError)])).toEqual({
      reportedAt: 4_000,
      receivedAt: 5_000,
    });
  });

  it('[STATE6] events without device data keep the identity of the state, and a quiet second that of the list', () => {
    const fleet = after([1, reported('LF-01', 1)], [2, ticked]);
    const quiet = eventsOf([3, ticked], [3, { kind: 'route.entered', path: '/dashboard' }], [3, { kind: 'socket.opened' }]);
    expect(reduceFleet(fleet, quiet)).toBe(fleet);
  });

  it('[STATE7] nothing of a person who left remains', () => {
    expect(after([1, reported('LF-01', 1)], [2, ticked], [3, { kind: 'session.closed' }])).toEqual(initialFleet);
  });
});

const serial = (device: number) => `LF-${device}`;
const everyDevice = (count: number): readonly FleetEvent[] =>
  eventsOf(...Array.from({ length: count }, (_, device): TimedEvent => [1, reported(serial(device), 1)]));

describe('structural sharing', () => {
  it('[STATE8] a batch at 10,000 devices copies the chunks of the devices it names, and no other', () => {
    const before = reduceFleet(initialFleet, everyDevice(10_000));
    const named = [0, 31, 32, 9_999];
    const next = reduceFleet(before, eventsOf(...named.map((device): TimedEvent => [2, reported(serial(device), 2)])));
    const copied = next.rows.chunks.flatMap((chunk, index) => (chunk === before.rows.chunks[index] ? [] : [index]));
    expect(copied).toEqual([0, 1, 312]);
    expect(next.rows.indexBySerial).toBe(before.rows.indexBySerial);
    expect(row(next, serial(1))).toBe(row(before, serial(1)));
    expect(row(before, serial(0))?.reportedAt).toBe(1_000);
    expect(row(next, serial(9_999))?.reportedAt).toBe(2_000);
  });

  it('[STATE9] a new device is appended, and the state before does not know it', () => {
    const before = reduceFleet(initialFleet, everyDevice(32));
    const next = reduceFleet(before, eventsOf([2, reported('LF-new', 2)]));
    expect([row(before, 'LF-new'), row(next, 'LF-new')?.serial]).toEqual([undefined, 'LF-new']);
    expect(next.rows.chunks[0]).toBe(before.rows.chunks[0]);
  });
});

const anyPayload = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(70), fc.nat(20), fc.nat(100)).map(([d, s, battery_level]) => reported(serial(d), s, { battery_level })),
  },
  { weight: 2, arbitrary: fc.nat(70).map((device) => vanished(serial(device))) },
  { weight: 1, arbitrary: fc.constant(ticked) },
);
const anySource = fc.constantFrom('socket', 'GET machines', 'GET machine/{serial}/raw_state');
const anyLog = fc
  .array(fc.tuple(anyPayload, anySource), { maxLength: 200 })
  .map((events) => eventsOf(...events.map(([timed, source], second): TimedEvent => [second, timed, source])));

describe('batching', () => {
  it('[STATE10] any cutting of a log into batches gives the same state', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (events, sizes) => {
        const whole = reduceFleet(initialFleet, events);
        expect(events.reduce((fleet, event) => reduceFleet(fleet, [event]), initialFleet)).toEqual(whole);
        let cut = initialFleet;
        for (let from = 0, turn = 0; from < events.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          cut = reduceFleet(cut, events.slice(from, from + size));
          from += size;
        }
        expect(cut).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('[STATE10] it is what a plain dictionary would hold', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const plain = new Map<string, number>();
        for (const event of events) if (event.kind === 'device.stateReported') plain.set(event.serial, event.reportedAt);
        const fleet = reduceFleet(initialFleet, events);
        expect(new Map(fleet.rows.chunks.flat().map((known) => [known.serial, known.reportedAt]))).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });
});
