import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrames as framesOver, type Frames, type SocketSubscription } from '#server/fleet/sockets/frames';
import { createReportRows } from '#server/fleet/sockets/reportRows';
import { liveReport, receivedPush, type LiveReport } from '#server/fleet/liveReport';
import { frameReader } from '#streams/columnFrame/frameReader';
import { readFrame, toEvents } from '#streams/socket/frame';
import { recordingCodec as utf8 } from '#edge/bytes/recordingCodec';

const MANY = 21;
const START = Date.UTC(2026, 2, 4, 13, 5);
const createFrames = () => framesOver(createReportRows());
const noReport = liveReport({
  push: { type: 'data', serial: '', data_group: 'state_data', data: {} },
  deviceTime: new Date(START).toISOString(),
  receivedAt: START,
  sequence: 1,
});
const entry = (serial: string, organisation: string | null = 'a') => ({
  organisation,
  row: undefined,
  report: { ...noReport, serial, kind: 'state' as const, push: receivedPush(`"${serial}"`, { serial, kind: 'state' }, () => undefined) },
});
const all: SocketSubscription = { key: 'all', scope: 'all', format: 'list', wanted: null };
const ofA: SocketSubscription = { key: 'a', scope: new Set(['a']), format: 'list', wanted: null };

it('[SOCK9] with few sockets every batch is sent at once', () => {
  const frames = createFrames();
  expect(
    frames
      .next([entry('A-1')], 20)
      .frameFor(all)
      ?.toString(),
  ).toBe('["A-1"]');
  expect(frames.next([], 20).frameFor(all)).toBeNull();
});

it('[SOCK9] with many sockets a small frame waits for two more batches, then has all of them in order', () => {
  const frames = createFrames();
  expect(frames.next([entry('A-1')], MANY).frameFor(all)).toBeNull();
  const second = frames.next([entry('B-1', 'b')], MANY);
  expect(second.heldBefore(all)).toEqual(['A-1\nstate']);
  expect(second.frameFor(all)).toBeNull();
  expect(frames.next([], MANY).frameFor(all)?.toString()).toBe('["A-1","B-1"]');
  expect(frames.next([entry('A-2')], MANY).heldBefore(all)).toEqual([]);
});

it('[SOCK9] a full frame does not wait', () => {
  const entries = Array.from({ length: 64 }, (_, index) => entry(`A-${String(index)}`));
  const frames = createFrames();
  expect(frames.next(entries.slice(0, 63), MANY).frameFor(all)).toBeNull();
  expect(frames.next(entries.slice(63), MANY).frameFor(all)?.toString()).toContain('"A-63"');
});

it('[SOCK9] [SOCK5] nothing that waits reaches another subscription', () => {
  const frames = createFrames();
  const first = frames.next([entry('B-1', 'b'), entry('C-1', null)], MANY);
  expect([first.frameFor(all), first.frameFor(ofA)]).toEqual([null, null]);
  const last = [[entry('A-1')], [], []].map((pushes) => frames.next(pushes, MANY).frameFor(ofA)?.toString());
  expect(last).toEqual([undefined, undefined, '["A-1"]']);
});

const reported = (serial: string, second: number, x: number): LiveReport =>
  liveReport({
    push: {
      type: 'state',
      serial,
      timestamp: new Date(START + second).toISOString(),
      state: { current_pose_x: x, current_state: x > 5 ? 'idle' : 'executing_task', ...(x > 8 ? { error_code: null } : {}) },
    },
    deviceTime: new Date(START + second).toISOString(),
    receivedAt: START + second,
    sequence: second,
  });

/** A console: the newest state of each device that it was sent, by its frames. */
function consoleOf(frames: Frames, subscription: SocketSubscription) {
  const states = new Map<string, string>();
  let read = frameReader(utf8);
  let isIn = false;
  const take = (frame: Buffer | null) => {
    if (frame === null) return;
    const events = subscription.format === 'list' ? readFrame(frame.toString()) : toEvents(read(frame));
    for (const event of events)
      if (event.kind === 'device.stateReported') states.set(event.serial, JSON.stringify(event));
      else if (event.kind !== 'device.dataReported') throw new Error(event.kind);
  };
  return {
    states,
    isIn: () => isIn,
    leave: () => void (isIn = false),
    join: (present: readonly LiveReport[], isNew: boolean) => {
      if (isNew) read = frameReader(utf8);
      isIn = true;
      states.clear();
      take(frames.snapshot(present, subscription));
    },
    take,
  };
}

const SERIALS = ['A-1', 'A-2', 'B-1', 'B-2', 'B-3'];
const organisationOf = (serial: string) => (serial.startsWith('A') ? 'a' : 'b');
const columns = (key: string, scope: SocketSubscription['scope']): SocketSubscription => ({ key, scope, format: 'columns', wanted: null });
const steps = fc.array(
  fc.record({
    reports: fc.array(
      fc.tuple(
        fc.constantFrom(...SERIALS),
        fc.integer({ min: 0, max: 10_000 }).map((x) => x / 1_000),
      ),
      { maxLength: 4 },
    ),
    leaving: fc.array(fc.nat(5), { maxLength: 1 }),
    joining: fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 2 }),
    /** Whether reports between the batches are in a snapshot before they are in a batch. */
    early: fc.boolean(),
    absent: fc.subarray(SERIALS),
  }),
  { minLength: 5, maxLength: 30 },
);

it.each([1, MANY])('[WIRE4] whoever joins, leaves and comes back, column frames give everybody what JSON gives; %i readers', (readers) => {
  let [joined, compared] = [0, 0];
  fc.assert(
    fc.property(steps, (all_) => {
      const frames = createFrames();
      const subscriptions = [
        columns('1', 'all'),
        columns('1', 'all'),
        columns('1', 'all'),
        columns('2', new Set(['a'])),
        columns('2', new Set(['a'])),
      ];
      const consoles = [...subscriptions.map((one) => consoleOf(frames, one)), consoleOf(frames, { ...all, key: 'json' })];
      const seenBy = (place: number) => (serial: string) => (place === 3 || place === 4 ? serial.startsWith('A') : true);
      const newest = new Map<string, LiveReport>();
      all_.forEach(({ reports, leaving, joining, early, absent }, second) => {
        const made = reports.map(([serial, x], index) => reported(serial, second * 10 + index, x));
        const pending = new Map(made.map((report) => [report.serial, report]));
        const apply = () => pending.forEach((report) => newest.set(report.serial, report));
        for (const place of leaving) consoles[place]?.leave();
        if (early) apply();
        for (const [place, isNew] of joining) {
          joined += 1;
          const present = [...newest.values()].filter(({ serial }) => seenBy(place)(serial) && !absent.includes(serial));
          consoles[place]?.join(present, isNew);
        }
        apply();
        const batch = frames.next(
          [...pending.values()].map((report) => ({ report, organisation: organisationOf(report.serial), row: undefined })),
          readers,
        );
        [...subscriptions, { ...all, key: 'json' }].forEach((subscription, place) => {
          if (consoles[place]?.isIn() === true) consoles[place].take(batch.frameFor(subscription));
        });
      });
      for (let last = 0; last < 3; last += 1) {
        const batch = frames.next([], readers);
        [...subscriptions, { ...all, key: 'json' }].forEach((subscription, place) => {
          if (consoles[place]?.isIn() === true) consoles[place].take(batch.frameFor(subscription));
        });
      }
      consoles.forEach((one) => {
        if (!one.isIn()) return;
        for (const [serial, text] of one.states) {
          compared += 1;
          expect([serial, text]).toEqual([serial, JSON.stringify(readFrame(newest.get(serial)?.push.text() ?? '')[0])]);
        }
      });
    }),
    { numRuns: 300 },
  );
  expect(Math.min(joined, compared)).toBeGreaterThan(1_000);
});

it('[WIRE4] once every reader has the last report, the next one is sent as steps', () => {
  const frames = createFrames();
  const subscription = columns('1', 'all');
  const lengthOf = (second: number, x: number) =>
    frames.next([{ report: reported('A-1', second, x), organisation: 'a', row: undefined }], 1).frameFor(subscription)?.length ?? 0;
  frames.snapshot([reported('A-1', 0, 1)], subscription);
  expect(lengthOf(1, 1.25)).toBeLessThan(12);
  frames.snapshot([], subscription);
  expect(lengthOf(2, 1.5)).toBeGreaterThan(25);
  expect(lengthOf(3, 1.75)).toBeLessThan(12);
});

it('[WIRE4] a frame that a socket has yet to send stays as it is while later ones are written', () => {
  const frames = createFrames();
  const subscription = columns('1', 'all');
  const read = frameReader(utf8);
  const bytes = [frames.snapshot([reported('A-1', 0, 1)], subscription)];
  for (const second of [1, 2, 3]) {
    const frame = frames
      .next([{ report: reported('A-1', second, second ** 2), organisation: 'a', row: undefined }], 1)
      .frameFor(subscription);
    if (frame !== null) bytes.push(frame);
  }
  const numbers = bytes.map((frame) => read(frame).reports.map(({ state }) => state.current_pose_x));
  expect(numbers).toEqual([[1], [1], [4], [9]]);
});

it('[SOCK12] what waits for a subscription is sent as it was reported then, also when somebody joins after a later report for others', () => {
  const frames = createFrames();
  const [ofOrganisation, ofStaff] = [columns('1', new Set(['a'])), columns('2', 'all')];
  const batch = (second: number, organisation: string | null) => {
    const next = frames.next([{ report: reported('A-1', second, second), organisation, row: undefined }], MANY);
    return [next.frameFor(ofOrganisation), next.frameFor(ofStaff)];
  };
  expect(batch(1, 'a')).toEqual([null, null]);
  expect(batch(2, null)).toEqual([null, null]);
  frames.snapshot([], ofOrganisation);
  const frame = frames.next([], MANY).frameFor(ofOrganisation);
  const events = frame === null ? [] : toEvents(frameReader(utf8)(frame));
  expect(events).toMatchObject([{ serial: 'A-1', state: { current_pose_x: 1 } }]);
});
