import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getErrorOverview } from '#contract/fleet/machine';
import { isLate, knownAt } from '#domain/history/lateReports';
import { CONNECTED_MS } from '#server/fleet/liveReports';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { errorLists } from '#server/history/events/errorLists';
import { stampedEvents } from '#server/history/events/eventLog';
import { historyBlock, type HistoryReader } from '#server/history/events/historyBlock';
import { knownPart, logOf, type LogParts } from '#server/history/events/knownView';
import { readMarks } from '#server/history/marks/readMarks';
import { removals, reportEvent } from '#server/history/events/reportEvents';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { compareReceived } from '#server/history/reports/reportSpan';
import { sealDays } from '#server/history/sealed/sealDays';
import { nodeCodec } from '#session/nodeCodec';
import { checkedBlock } from '#past/file/checkedBlock';
import { viewsOf, type PastView } from '#past/history/asKnown';
import { selectAnswer } from '#state/answers';
import { canonicalState } from '#state/canonicalState';
import { selectDevice } from '#state/fleet';
import { reduceLog, type RootState } from '#state/store';
import { keyOf } from '#streams/event';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock, writeBlock, type EventBlock } from '#streams/recording/eventBlock';
import { DAY, DAY_END, everybody, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { seededDatabase } from '../support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SPAN = HOUR;
const at = (hour: number, minute = 0, second = 0) => DAY + hour * HOUR + minute * MINUTE + second * 1_000;

/** A report whose battery level tells it from the others. */
const report = (serial: string, receivedAt: number, battery_level: number, arrivedAt?: number): KeptReport => ({
  serial,
  receivedAt,
  ...(arrivedAt === undefined ? {} : { arrivedAt }),
  deviceTime: receivedAt,
  sequence: Math.floor((receivedAt - DAY) / 1_000),
  state: { current_state: 'executing_task', battery_level },
});

const stateAt = (block: EventBlock, until: number): RootState =>
  reduceLog(
    undefined,
    Array.from({ length: block.countUntil(until) }, (_, index) => block.eventAt(index)),
  );
const rowAt = (block: EventBlock, until: number, serial = 'LF-0') => {
  const row = selectDevice(stateAt(block, until), serial);
  return row === undefined ? null : [row.state.battery_level, row.isPresent];
};
const hashOf = (state: RootState) =>
  createHash('sha256')
    .update(JSON.stringify(canonicalState(state)))
    .digest('hex');
const eventsOf = (block: EventBlock) => Array.from({ length: block.count }, (_, index) => block.eventAt(index));

describe('a day with a report that came late', () => {
  let stand: SealingStand;
  const all: HistoryReader['devices'] = ['LF-0', 'LF-1', 'LF-2', 'LF-3'].map((serial) => ({ serial, times: 'all' as const }));
  const bytesOf = async (hour: number, devices = all) => {
    const store = { database: stand.database, parquets: storedParquets(stand.storage) };
    return (await historyBlock(store, { ...everybody, devices }, { from: at(hour), to: at(hour) + SPAN })).bytes;
  };
  const read = async (hour: number, devices = all) => {
    const block = readBlock(await unframeBlock(new Uint8Array(await bytesOf(hour, devices)), nodeCodec), nodeCodec);
    return { block, view: viewsOf(checkedBlock(block)) };
  };

  beforeAll(async () => {
    stand = await openSealingStand(await seededDatabase());
    const { device_type, life_cycle_stage } = await stand.database
      .selectFrom('device')
      .select(['device_type', 'life_cycle_stage'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await stand.database
      .insertInto('device')
      .values(all.map(({ serial }) => ({ serial, name: serial, device_type, life_cycle_stage, metadata_valid: true })))
      .execute();
    const live = [
      ...[0, 5, 10].map((second) => report('LF-0', at(2, 30, second), 80 + second)),
      ...[0, 5, 10].map((second) => report('LF-1', at(2, 40, second), 50 + second)),
      report('LF-0', at(5, 40, 30), 30),
      ...[1, 2].map((hour) => report('LF-2', at(hour), 10 * hour)),
      report('LF-3', at(2, 35), 35),
    ];
    const late = [
      report('LF-0', at(2, 39, 59), 71, at(5, 40)),
      report('LF-0', at(2, 40), 70, at(5, 40)),
      report('LF-1', at(2, 40, 2), 59, at(2, 40, 40)),
      // Its device has sent nothing else since.
      report('LF-2', at(3, 30), 5, at(5, 10)),
      // It arrives while somebody else has its device.
      report('LF-3', at(2, 36), 36, at(5, 40)),
    ];
    await stand.add(live);
    await stand.add(late);
    await stand.database
      .insertInto('error_period')
      .values([
        {
          serial: 'LF-0',
          start_time: new Date(at(2, 40)),
          stop_time: new Date(at(2, 45)),
          next_state: 'idle',
          known_at: new Date(at(5, 40)),
        },
        {
          serial: 'LF-1',
          start_time: new Date(at(2, 10)),
          stop_time: new Date(at(2, 20)),
          next_state: 'idle',
          end_known_at: new Date(at(2, 50)),
          former_stop_time: new Date(at(2, 30)),
          former_next_state: 'charging',
        },
        {
          serial: 'LF-3',
          start_time: new Date(at(2, 36)),
          stop_time: new Date(at(2, 37)),
          next_state: 'idle',
          known_at: new Date(at(5, 40)),
        },
        {
          serial: 'LF-3',
          start_time: new Date(at(4, 50)),
          stop_time: new Date(at(5, 20)),
          next_state: 'idle',
          known_at: new Date(at(4, 55)),
        },
      ])
      .execute();
  });
  afterAll(() => stand.close());

  const cases: readonly (readonly [string, number, readonly (readonly [number, PastView, unknown])[]])[] = [
    [
      'it is shown at its own time as it was, and not as it was known',
      2,
      [
        [at(2, 40, 1), 'was', [70, true]],
        [at(2, 40, 1), 'known', [90, false]],
        [at(2, 30, 12), 'known', [90, true]],
        [at(2, 59), 'was', [70, false]],
        [at(2, 59), 'known', [90, false]],
      ],
    ],
    [
      'before it arrived the newest one that had arrived is known, after it the newest of all',
      5,
      [
        [at(5, 39), 'was', [70, false]],
        [at(5, 39), 'known', [90, false]],
        [at(5, 40, 1), 'known', [70, false]],
        [at(5, 40, 31), 'known', [30, true]],
        [at(5, 40, 31), 'was', [30, true]],
      ],
    ],
  ];
  it.each(cases)('[KNOWN1] %s', async (_, hour, rows) => {
    const { view } = await read(hour);
    for (const [instant, name, expected] of rows) expect([instant, name, rowAt(view(name), instant)]).toEqual([instant, name, expected]);
  });

  it('[KNOWN1] a device that sent nothing else is known by what arrived, and not listed by it', async () => {
    const { view } = await read(5);
    expect(rowAt(view('was'), at(5, 1), 'LF-2')).toEqual([5, false]);
    expect(rowAt(view('known'), at(5, 1), 'LF-2')).toEqual([20, false]);
    expect(rowAt(view('known'), at(5, 11), 'LF-2')).toEqual([5, false]);
  });

  it('[KNOWN1] a late report that is older than the newest one changes nothing of what is known', async () => {
    const { view } = await read(2);
    expect(rowAt(view('was'), at(2, 40, 3), 'LF-1')).toEqual([59, true]);
    expect(rowAt(view('known'), at(2, 40, 3), 'LF-1')).toEqual([50, true]);
    expect(eventsOf(view('known')).filter((event) => event.kind === 'device.stateReported' && event.state.battery_level === 59)).toEqual(
      [],
    );
  });

  it('[KNOWN1] what came late is named with when it arrived, in both views', async () => {
    const { view } = await read(2);
    for (const name of ['was', 'known'] as const) {
      expect(view(name).receivedLateAt?.('LF-0', at(2, 40))).toBe(at(5, 40));
      expect(view(name).receivedLateAt?.('LF-0', at(2, 30))).toBeNull();
    }
  });

  it('[KNOWN2] an error is known from when its device had reported it, with the end that was known', async () => {
    const views = { 2: (await read(2)).view, 5: (await read(5)).view };
    const periodsAt = (name: PastView, hour: 2 | 5, minute: number, serial: string) => {
      const key = keyOf({ call: getErrorOverview.name, params: { serial, hours: '48' }, query: {} });
      const answer = selectAnswer(stateAt(views[hour](name), at(hour, minute)), getErrorOverview, key);
      return answer?.result.map((one) => [one.stop_time, one.next_state]);
    };
    const ended = (minute: number, next: string) => [[new Date(at(2, minute)).toISOString(), next]];
    expect(periodsAt('was', 2, 46, 'LF-0')).toEqual(ended(45, 'idle'));
    expect(periodsAt('known', 2, 46, 'LF-0')).toEqual([]);
    expect(periodsAt('known', 5, 39, 'LF-0')).toEqual([]);
    expect(periodsAt('known', 5, 41, 'LF-0')).toEqual(ended(45, 'idle'));
    expect(periodsAt('was', 2, 25, 'LF-1')).toEqual(ended(20, 'idle'));
    expect(periodsAt('known', 2, 25, 'LF-1')).toEqual([[null, null]]);
    expect(periodsAt('known', 2, 35, 'LF-1')).toEqual(ended(30, 'charging'));
    expect(periodsAt('known', 2, 51, 'LF-1')).toEqual(ended(20, 'idle'));
  });

  it('[KNOWN3] nothing that arrived later, and nothing of the time of others, is in what was known', async () => {
    for (const hour of [2, 3, 5]) {
      const { view } = await read(hour);
      for (const event of eventsOf(view('known')))
        if (event.kind === 'device.stateReported')
          expect(view('known').receivedLateAt?.(event.serial, event.reportedAt) ?? 0).toBeLessThanOrEqual(event.at);
    }
    const own: HistoryReader['devices'] = [{ serial: 'LF-0', times: [{ from: at(2, 35), until: at(2, 39, 30) }] }];
    for (const hour of [2, 5]) {
      const { block } = await read(hour, own);
      const text = JSON.stringify(eventsOf(block).filter(({ kind }) => kind !== 'clock.ticked' && kind !== 'request.unchanged'));
      const foreign = ['history.known', '"battery_level":70', '"battery_level":90', new Date(at(2, 40)).toISOString(), String(at(5, 40))];
      expect(foreign.filter((one) => text.includes(one))).toEqual([]);
    }
  });

  describe('that arrives while somebody else has its device', () => {
    const first = [{ serial: 'LF-3', times: [{ from: at(2), until: at(4, 52) }] }];
    const second = [{ serial: 'LF-3', times: [{ from: at(5), until: null }] }];
    const textOf = (block: EventBlock) => JSON.stringify(eventsOf(block).filter(({ kind }) => kind !== 'clock.ticked'));
    /** Whether a block has something at an instant beside its clock, or names it. */
    const tells = (block: EventBlock, instant: number) =>
      eventsOf(block).some((event) => event.at === instant && event.kind !== 'clock.ticked' && event.kind !== 'request.unchanged') ||
      [new Date(instant).toISOString(), `,${String(instant)}]`].some((text) => textOf(block).includes(text));
    const levelAt = (view: (name: PastView) => EventBlock, name: PastView, instant: number) => rowAt(view(name), instant, 'LF-3')?.[0];

    it('[KNOWN3] those who had it before have the report as it was, without when it arrived, and never know it', async () => {
      const [there, then] = [await read(2, first), await read(5, first)];
      expect([levelAt(there.view, 'was', at(2, 37)), levelAt(there.view, 'known', at(2, 37))]).toEqual([36, 35]);
      expect(there.view('was').receivedLateAt?.('LF-3', at(2, 36)) ?? null).toBeNull();
      for (const { block, view } of [there, then])
        expect([block, view('was'), view('known')].map((one) => tells(one, at(5, 40)))).toEqual([false, false, false]);
      expect([levelAt(then.view, 'was', at(5, 41)), levelAt(then.view, 'known', at(5, 41))]).toEqual([36, 35]);
    });

    it('[KNOWN3] those who have it then see nothing of the report, and nothing of when an error arrived before', async () => {
      const [before, then] = [await read(4, second), await read(5, second)];
      for (const name of ['was', 'known'] as const) {
        expect(tells(then.view(name), at(5, 40))).toBe(false);
        expect(tells(before.view(name), at(4, 55))).toBe(false);
        expect(rowAt(then.view(name), at(5, 41), 'LF-3')?.[0]).toBeUndefined();
        const key = keyOf({ call: getErrorOverview.name, params: { serial: 'LF-3', hours: '48' }, query: {} });
        const errors = selectAnswer(stateAt(then.view(name), at(5, 10)), getErrorOverview, key)?.result;
        expect(errors?.map((one) => one.start_time)).toEqual([new Date(at(5)).toISOString()]);
      }
    });

    it('[KNOWN3] those who may read everything know it from when it arrived', async () => {
      const { view } = await read(5);
      expect([at(5, 39), at(5, 41)].map((instant) => levelAt(view, 'known', instant))).toEqual([35, 36]);
      expect(view('was').receivedLateAt?.('LF-3', at(2, 36))).toBe(at(5, 40));
    });

    it('[KNOWN3] [KNOWN8] its time is marked for those alone who may know when it arrived', async () => {
      const store = { database: stand.database, parquets: storedParquets(stand.storage) };
      await stand.database
        .insertInto('late_span')
        .values({
          serial: 'LF-3',
          from_at: new Date(at(2, 36)),
          to_at: new Date(at(2, 36)),
          arrived_at: new Date(at(5, 40)),
          arrived_to: new Date(at(5, 40)),
        })
        .execute();
      const marked = async (devices: HistoryReader['devices']) =>
        (await readMarks(store, { from: at(0), to: at(6), now: at(6), devices }, everybody.colours)).marks.filter(
          ({ kind }) => kind === 'late',
        ).length;
      expect([await marked(first), await marked(second), await marked(all)]).toEqual([0, 0, 1]);
    });
  });

  it('[OWN6] a device with many errors of its former owner has no fewer lists of errors for that', async () => {
    const [from, to, moved] = [at(10), at(11), at(9)];
    const devices = ['LF-2', 'LF-3'].map((serial) => ({ serial, times: [{ from: moved, until: null }] }));
    const lists = async () => (await errorLists(stand.database, { from, to, devices })).all;
    const periods = (serial: string, begin: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        serial,
        start_time: new Date(begin + index * 20_000),
        stop_time: new Date(begin + index * 20_000 + 10_000),
        next_state: 'idle',
      }));
    const added = stand.database.insertInto('error_period');
    await added.values(periods('LF-2', from + 1_000, 55)).execute();
    const before = await lists();
    await added.values(devices.flatMap(({ serial }) => periods(serial, at(5, 30), 500))).execute();
    expect(await lists()).toEqual(before);
    await stand.database
      .deleteFrom('error_period')
      .where('serial', 'in', ['LF-2', 'LF-3'])
      .where('start_time', '>=', new Date(at(5, 30)))
      .execute();
  });

  it('[KNOWN1] [NIGHT12] a block without late reports is the same in both views, and both views are the same from the database and from Parquet', async () => {
    const plain = await read(1);
    expect(plain.view('known')).toBe(plain.view('was'));
    const hashes = async () => {
      const found: string[] = [];
      for (const hour of [2, 3, 5])
        for (const name of ['was', 'known'] as const) found.push(hashOf(stateAt((await read(hour)).view(name), at(hour, 40, 31))));
      return found;
    };
    const hot = await hashes();
    expect(new Set(hot).size).toBe(hot.length);
    await sealDays(stand.parts, DAY_END);
    expect(await stand.hot()).toEqual([]);
    expect(await hashes()).toEqual(hot);
  });
});

/** The newest report of those known at an instant, and whether the device was listed by one that came when it was made. */
function modelAt(reports: readonly KeptReport[], instant: number) {
  const known = reports.filter((one) => knownAt(one) <= instant);
  const newest = known.reduce<KeptReport | null>((best, one) => (best === null || one.receivedAt >= best.receivedAt ? one : best), null);
  if (newest === null) return null;
  return [newest.state['battery_level'], knownAt(newest) - newest.receivedAt <= CONNECTED_MS && instant - newest.receivedAt < CONNECTED_MS];
}

const seconds = fc.nat(600);
const delays = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: -60, max: 1_200 }) });
const someReports = fc
  .uniqueArray(fc.tuple(fc.constantFrom('LF-0', 'LF-1'), seconds, delays), {
    maxLength: 40,
    selector: ([serial, second]) => `${serial} ${String(second)}`,
  })
  .map((rows) =>
    rows
      .map(([serial, second, delay], index) =>
        report(serial, at(2) + second * 1_000, index, delay === null ? undefined : at(2) + (second + delay) * 1_000),
      )
      .toSorted(compareReceived),
  );

/** Returns the block of a span of reports that begin in it. */
function blockFrom(reports: readonly KeptReport[]): EventBlock {
  const span = { from: at(2), to: at(2) + 700_000 };
  const parts: LogParts = {
    places: [],
    errors: [],
    lists: [],
    before: [],
    removals: removals(span, [], reports),
    reports: reports.map((one) => reportEvent(one)),
    rest: Array.from({ length: 700 }, (_, second) => ({ at: span.from + second * 1_000, event: { kind: 'clock.ticked' as const } })),
  };
  const log = logOf(parts);
  const read = { span, before: new Map(), knownBefore: new Map(), reports, errors: { all: [], known: [] }, devicesThen: [] };
  const known = knownPart(parts, log, read);
  const events = stampedEvents(known === null ? log : [{ at: span.from, event: { kind: 'history.known', ...known } }, ...log]);
  return readBlock(writeBlock(null, events, nodeCodec), nodeCodec);
}

it('[KNOWN1] at each instant the newest report of those that had arrived is known, whatever came late, and whatever the clocks say', () => {
  fc.assert(
    fc.property(someReports, fc.array(fc.nat(700_000), { minLength: 1, maxLength: 8 }), (reports, instants) => {
      const view = viewsOf(blockFrom(reports));
      for (const instant of instants)
        for (const serial of ['LF-0', 'LF-1']) {
          const own = reports.filter((one) => one.serial === serial);
          expect(rowAt(view('known'), at(2) + instant, serial)).toEqual(modelAt(own, at(2) + instant));
        }
    }),
    { numRuns: 150 },
  );
});

it('[KNOWN1] without late reports both views have the same hash, and with them the view as it was is the log without them being marked', () => {
  fc.assert(
    fc.property(someReports, fc.nat(700_000), (reports, instant) => {
      const view = viewsOf(blockFrom(reports));
      const unmarked = viewsOf(blockFrom(reports.map((one) => report(one.serial, one.receivedAt, Number(one.state['battery_level'])))));
      const hashes = [view('was'), unmarked('was'), unmarked('known')].map((block) => hashOf(stateAt(block, at(2) + instant)));
      expect(new Set(hashes).size).toBe(1);
      if (!reports.some(isLate)) expect(view('known')).toBe(view('was'));
    }),
    { numRuns: 100 },
  );
});
