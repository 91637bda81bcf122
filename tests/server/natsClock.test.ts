import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPartition } from '#server/fleet/ingest/partitions/readPartition';
import { openNats } from '#server/platform/bus/openNats';
import { ensureStream } from '#server/platform/messageStream/messageStream';
import { createMessageStore } from '#server/platform/messageStream/storeMessages';
import { partitionOf } from '#server/platform/messageStream/subjects';
import { natsMissing, startNats, type NatsServer } from '../support/providers/natsServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const HOUR = 3_600_000;
const why = natsMissing();
const suffix = why === null ? '' : `; skipped, ${why}`;
let nats: NatsServer;
let connection: Awaited<ReturnType<typeof openNats>>;
beforeAll(async () => {
  if (why !== null) return;
  nats = await startNats();
  connection = await openNats(nats.url, 'reading');
  await ensureStream(connection, 1);
});
afterAll(async () => {
  await connection?.close();
  await nats?.stop();
});

const store = (text: string) => createMessageStore(connection)({ topic: `devices/${SERIAL}/log`, payload: Buffer.from(text) });

/** Reads the partition of the device by a clock that differs from that of the node; counts how often the clock was read. */
function reading(aheadMs: number) {
  const times: number[] = [];
  let reads = 0;
  const now = () => {
    reads += 1;
    return Date.now() + aheadMs;
  };
  const stop = readPartition({
    connection,
    partition: partitionOf(SERIAL),
    after: 0,
    onMessage: async (_, receivedAt) => void times.push(receivedAt),
    onShorter: () => undefined,
    now,
    log: pino({ level: 'silent' }),
  });
  return { times, reads: () => reads, now: () => Date.now() + aheadMs, stop };
}

it.skipIf(why !== null).each([
  ['an hour behind', HOUR],
  ['an hour ahead', -HOUR],
])(`[CLOCK8] a message that arrives at a node %s has the time of the server${suffix}`, async (_, aheadMs) => {
  await store('before');
  const { times, reads, now, stop } = reading(aheadMs);
  await until('what was there is read', () => times.length > 0);
  const known = times.length;
  const asked = reads();
  // Each round at the end of the partition reads the clock once.
  await until('the end is reached', () => reads() > asked + 3);
  const before = now();
  await store('now');
  await until('it is read', () => times.length > known);
  expect(times[known]).toBeGreaterThan(before - HOUR / 2);
  expect(times[known]).toBeLessThanOrEqual(now());
  expect(Math.max(...times)).toBeLessThanOrEqual(now());
  stop();
});
