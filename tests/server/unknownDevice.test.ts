import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMessageFilter } from '#server/fleet/ingest/messageFilter';
import { createGauges } from '#server/platform/gauges';
import { until } from '../support/until.ts';

/** A filter that knows the devices of `stored` since its registry was last read. */
function filterOf(stored: Set<string>) {
  const clock = { now: 0 };
  let known = new Set<string>();
  let reads = 0;
  const published: string[] = [];
  const settled: string[] = [];
  const take = createMessageFilter({
    registry: {
      organisationOfDevice: (serial) => (known.has(serial) ? null : undefined),
      servicesOf: () => [],
      endService: () => undefined,
      organisationsOf: () => new Set(),
      refresh: async () => {
        reads += 1;
        await setImmediate();
        known = new Set(stored);
      },
    },
    lastReport: () => undefined,
    gauges: createGauges(),
    writer: { add: (_, done) => done(), close: () => Promise.resolve() },
    onResult: () => undefined,
    faults: { report: () => undefined, counted: () => undefined, readWhole: () => undefined },
    now: () => clock.now,
    publish: ({ push }) => void published.push(push.serial),
  });
  const report = (serial: string, sequence: number) => {
    const message = { time: '2026-03-04T13:05:00Z', sequence, state: { current_state: 'waiting_for_task' } };
    const done = () => void settled.push(`${serial} ${String(sequence)}`);
    take(`devices/${serial}/state`, Buffer.from(JSON.stringify(message)), { receivedAt: clock.now, done });
  };
  return { clock, report, published, settled, reads: () => reads };
}

it('[INGEST17] a device that another instance has just created is known with its first messages, in order', async () => {
  const { report, published, settled, reads } = filterOf(new Set(['NEW-1', 'NEW-2']));
  for (const sequence of [1, 2]) for (const serial of ['NEW-1', 'NEW-2']) report(serial, sequence);
  await until('all are settled', () => settled.length === 4);
  expect(settled).toEqual(['NEW-1 1', 'NEW-2 1', 'NEW-1 2', 'NEW-2 2']);
  expect(published).toHaveLength(4);
  expect(reads()).toBe(1);
});

it('[INGEST17] messages of devices that do not exist are refused, and read the registry once a second at most', async () => {
  const { clock, report, published, settled, reads } = filterOf(new Set());
  report('NONE', 1);
  await until('it is settled', () => settled.length === 1);
  clock.now = 999;
  report('NONE', 2);
  expect([settled.length, reads()]).toEqual([2, 1]);
  clock.now = 1_000;
  report('NONE', 3);
  await until('it is settled', () => settled.length === 3);
  expect([published, reads()]).toEqual([[], 2]);
});
