import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventPayload, FleetEvent } from '#streams/event';
import { logPartReader, logPartWriter, type LogPart, type NumberedReports } from '#streams/recording/logPart';
import type { Report } from '#streams/columns';
import { aState, reported, ticked } from '../../state/eventsOf.ts';

/** The fates of a report on its way to the log: it arrives, is dropped as stale, or gets another instant since its clock is ahead. */
type Fate = 'kept' | 'dropped' | 'ahead';
interface ReadFrame {
  readonly kind: 'frame';
  readonly fates: readonly Fate[];
  readonly source: string;
}
/** A frame that a worker read, an event of the page itself, the end of a batch, or the end of a part. */
type Step = ReadFrame | { readonly kind: 'own'; readonly payload: EventPayload } | { readonly kind: 'batch' } | { readonly kind: 'part' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('frame' as const),
    fates: fc.array(fc.constantFrom<Fate>('kept', 'kept', 'kept', 'dropped', 'ahead'), { maxLength: 6 }),
    source: fc.constantFrom('socket', 'GET machines'),
  }),
  fc.record({ kind: fc.constant('own' as const), payload: fc.constantFrom(ticked, reported('LF-77', 3)) }),
  fc.constantFrom<Step>({ kind: 'batch' }, { kind: 'part' }),
);

const reportOf = (index: number): Report => ({
  kind: 'device.stateReported',
  serial: `LF-${String(index)}`,
  reportedAt: index,
  state: aState({ battery_level: index % 100 }),
});

/** Runs the steps; returns the log, the parts, and what the recorder receives from the worker. */
function run(steps: readonly Step[]) {
  const writer = logPartWriter();
  const log: FleetEvent[] = [];
  const parts: LogPart[] = [];
  const readings: NumberedReports[] = [];
  let batch: FleetEvent[] = [];
  const put = (payload: EventPayload, source: string) => {
    batch.push({ ...payload, seq: log.length + batch.length, at: Math.floor(readings.length / 2), source });
  };
  const endBatch = () => {
    writer.push(batch);
    log.push(...batch);
    batch = [];
  };
  const endPart = () => {
    endBatch();
    const part = writer.part();
    if (part !== null) parts.push(structuredClone(part));
  };
  for (const each of steps) {
    if (each.kind === 'batch') endBatch();
    else if (each.kind === 'part') endPart();
    else if (each.kind === 'own') put(each.payload, 'log');
    else {
      const reports = each.fates.map((_, index) => reportOf(readings.length * 10 + index));
      const reading = { number: readings.length, reports };
      writer.read(reading);
      readings.push(structuredClone(reading));
      reports.forEach((report, index) => {
        if (each.fates[index] === 'kept') put(report, each.source);
        if (each.fates[index] === 'ahead') put({ ...report, reportedAt: 1 }, each.source);
      });
    }
  }
  endPart();
  return { log, parts, readings };
}

it('[REC14] the parts are the log again, however its reports came, were dropped or changed', () => {
  let places = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { log, parts, readings } = run(steps);
      const reader = logPartReader();
      for (const reading of readings) reader.read(reading, Infinity);
      const again = parts.flatMap((part) => reader.events(part));
      expect(JSON.stringify(again)).toBe(JSON.stringify(log));
      places += parts.reduce((sum, { runs }) => sum + runs.length, 0);
    }),
    { numRuns: 500 },
  );
  expect(places).toBeGreaterThan(1_000);
});

it('[REC14] reports that a worker read cost a few numbers per frame', () => {
  const [part] = run([{ kind: 'frame', fates: Array.from({ length: 500 }, () => 'kept'), source: 'socket' }]).parts;
  expect([part?.runs.length, part?.others]).toEqual([6, '[]']);
});

it('[REC14] a part waits for the reports that it names, and is refused when they never came', () => {
  const { parts, readings } = run([{ kind: 'frame', fates: ['kept', 'kept'], source: 'socket' }]);
  const [part] = parts;
  if (part === undefined) throw new Error('no part');
  const reader = logPartReader();
  expect(reader.isComplete(part)).toBe(false);
  expect(() => reader.events(part)).toThrow('did not arrive');
  for (const reading of readings) reader.read(reading, Infinity);
  expect(reader.isComplete(part)).toBe(true);
  expect(reader.events(part)).toHaveLength(2);
});

it('[REC14] only the last readings of unreferenced reports are held', () => {
  const { parts, readings } = run([
    { kind: 'frame', fates: ['kept'], source: 'socket' },
    { kind: 'frame', fates: ['kept'], source: 'socket' },
    { kind: 'frame', fates: ['kept'], source: 'socket' },
  ]);
  const reader = logPartReader();
  for (const reading of readings) reader.read(reading, 2);
  expect(() => parts.map((part) => reader.events(part))).toThrow('did not arrive');
});
