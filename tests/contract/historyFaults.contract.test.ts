import { Client } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/call';
import { getHistoryActivity, getHistoryBlock, getHistoryEpisodes, getHistoryIndex, getHistorySeries } from '#contract/history';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { reportsOf } from '../support/pastNight.ts';
import { until } from '../support/until.ts';

const server = withServer(undefined, { hasCables: true });
const SERIAL = 'LF-0140-23';
let span = { from: '', to: '' };

beforeAll(async () => {
  // The next hour, shortly before its end: the job of the start counts finished hours, after which lanes do not read reports.
  const hour = Math.ceil(server.it().now() / HOUR_MS) * HOUR_MS;
  server.it().clock.offsetMs += hour + HOUR_MS - MINUTE_MS - server.it().now();
  span = { from: new Date(hour).toISOString(), to: new Date(hour + HOUR_MS).toISOString() };
  const database = openTestDatabase(server.it().databaseUrl);
  try {
    const reports = reportsOf({ serial: SERIAL, failsAt: hour + HOUR_MS / 2, code: '0x00000011' });
    await database.transaction().execute(async (tx) => insertBlocks(tx, reports));
  } finally {
    await database.destroy();
  }
});

/** Requests an address below the API as a person who sees every device. */
async function request(address: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
  const token = server.it().identity.issue(staff, { expiresAt: server.it().now() + HOUR_MS });
  const reply = await fetch(`${server.it().address}/api/${address}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
}

/** Runs a function while nobody can read the stored reports; it gets a function that waits until a reader of them waits. */
async function whileReportsAreLocked(run: (readerWaits: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: server.it().databaseUrl });
  await client.connect();
  const waiting = `select from pg_locks where not granted and relation = 'history_block'::regclass`;
  try {
    await client.query('begin; lock table history_block in access exclusive mode');
    await run(() => until('a reader of the reports', async () => ((await client.query(waiting)).rowCount ?? 0) > 0));
  } finally {
    await client.end();
  }
}

it.each([
  ['a block', () => addressOf(getHistoryBlock, span)],
  ['the index', () => addressOf(getHistoryIndex, {}, span)],
  ['the episodes', () => addressOf(getHistoryEpisodes, {}, { ...span, timezone: 'Europe/Brussels' })],
  ['lanes', () => addressOf(getHistoryActivity, {}, span)],
  ['charts', () => addressOf(getHistorySeries, {}, { ...span, serial: SERIAL, points: '60' })],
])('[NIGHT20] %s of which the database is lost while it is read is a 503, and whole once the database is back', async (_, address) => {
  const before = await request(address());
  expect(before.status).toBe(200);
  // Later than what is kept of answers.
  server.it().clock.offsetMs += 5 * MINUTE_MS;
  await whileReportsAreLocked(async (readerWaits) => {
    const reply = request(address());
    await readerWaits();
    server.it().databaseCable.cut();
    expect((await reply).status).toBe(503);
  });
  server.it().databaseCable.heal();
  const healed = await until('an answer', async () => {
    const reply = await request(address());
    return reply.status === 200 ? reply : null;
  });
  expect(healed.bytes).toEqual(before.bytes);
  expect(healed.bytes.length).toBeGreaterThan(200);
});
