import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { startSeededServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';

it.each([
  ['its disk is full', '53100'],
  ['it is read-only', '25006'],
  ['it ends the transaction for another one', '40P01'],
])('[INGEST13] messages that the database refuses, because %s, are stored later', async (_, code) => {
  const server = await startSeededServer();
  const database = openTestDatabase(server.databaseUrl);
  onTestFinished(async () => {
    await server.close();
    await database.destroy();
  });
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '${code}'; end $$`,
    )
    .execute(database);
  await sql`create trigger refuse before insert on device_event for each row execute function refuse()`.execute(database);
  const device = await server.device(SERIAL);
  const event = { kind: 'event', time: new Date().toISOString(), level: 'info', message: `refused ${code}` };
  const acknowledged = device.publish(deviceTopic(SERIAL, 'log'), JSON.stringify(event));
  await until('it was refused', async () => (await server.measured('ingest_write_failures_total')) > 0);
  await sql`drop trigger refuse on device_event`.execute(database);
  await acknowledged;
  const stored = await sql`select 1 from device_event where message = ${event.message}`.execute(database);
  expect(stored.rows).toHaveLength(1);
  expect(await server.measured('ingest_lost_reports_total')).toBe(0);
});
