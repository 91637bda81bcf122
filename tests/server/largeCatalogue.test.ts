import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#contract/call';
import { getErrorCodes, getErrorCodesExportCheck } from '#contract/errorCode';
import { exportBatches } from '#server/incidents/incidentExport';
import { staff } from '../support/contractServer.ts';
import { longestTurn } from '../support/mainThread.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase, startTestServer, testSettings, type TestServer } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const CODES = 20_000;
const LANGUAGES = 20;
/** Longest turn, as a multiple of formatting a megabyte of JSON, as in LOOP3. */
const LONGEST_TURN = 25;

let server: TestServer;
beforeAll(async () => {
  const url = await seededDatabase();
  const database = openTestDatabase(url);
  await sql`insert into error_code (code, description) select '0xe' || lpad(to_hex(n), 7, '0'), texts.one || jsonb_build_object('development', 'Code ' || n)
    from generate_series(1, ${CODES}) n, (select jsonb_object_agg('l' || f, repeat('text ', 4)) as one from generate_series(1, ${LANGUAGES}) f) texts`.execute(
    database,
  );
  // Half of the codes of these incidents are in no catalogue.
  await sql`insert into incident (incident_id, serial, incident_time, received_at, manually_triggered, error_code)
    select 'code-' || n, ${SERIAL}, '2026-03-04 12:00:00Z'::timestamptz + n * interval '1 second', now(), false,
      case when n % 2 = 0 then '0xe' || lpad(to_hex(n), 7, '0') else '0xf' || n end from generate_series(1, 1000) n`.execute(database);
  await database.destroy();
  server = await startTestServer(url, undefined, { settings: testSettings({ NODE_ENV: 'development', DATA_DIR: newDataDir() }) });
});
afterAll(() => server.close());

const read = async (address: string) => {
  const reply = await fetch(`${server.address}/api/${address}`, { headers: { authorization: `Bearer ${server.identity.issue(staff)}` } });
  await reply.arrayBuffer();
  expect(reply.status).toBe(200);
};

it.each<[string, number, () => string]>([
  ['whole', LONGEST_TURN, () => addressOf(getErrorCodes, {})],
  // The database and a thread do all the work: cloning the entries for the thread takes more.
  ['in one language', LONGEST_TURN / 2, () => addressOf(getErrorCodesExportCheck, {}, { language: 'l1' })],
])('[LOOP3] a catalogue of 20,000 codes in 20 languages is read %s in short turns of the thread', async (_, longest, address) => {
  expect(await longestTurn(() => read(address()))).toBeLessThan(longest);
});

it('[LOOP3] incidents are exported with such a catalogue in short turns of the thread', async () => {
  const database = openTestDatabase(server.databaseUrl);
  const wanted = { serials: [SERIAL], start: new Date('2026-03-04T12:00:00Z'), end: new Date('2026-03-04T13:00:00Z') };
  const texts: unknown[] = [];
  const run = async () => {
    for await (const batch of exportBatches(database, 'all', wanted)) for (const cells of batch) texts.push(cells[3]);
  };
  expect(await longestTurn(run)).toBeLessThan(LONGEST_TURN);
  await database.destroy();
  expect(texts.slice(0, 4)).toEqual(['Unknown Error Code', 'Code 2', 'Unknown Error Code', 'Code 4']);
});
