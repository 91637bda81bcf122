import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { expect, it } from 'vitest';
import { backlogWriters } from '#server/app/openFeatures';
import type { TreatmentReport } from '#server/fleet/ingest/backlog';
import type { ReceivedLog } from '#server/fleet/ingest/receivedLog';
import type { Database } from '#server/platform/database/tables';
import { anIncident } from '../support/anIncident.ts';
import { seededDatabase } from '../support/testServer.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const timeOf = (n: number) => new Date(NOON + n * 1_000).toISOString();

const treatmentOf = (serial: string, n: number): TreatmentReport => ({
  serial,
  receivedAt: NOON + 1_000_000,
  data: {
    treatment_id: `many-${n}`,
    map_id: 'de-linde-2',
    mission_id: 'mission',
    treatment_type: 'uv',
    creation_time: timeOf(n),
    start_time: timeOf(n),
    finish_time: null,
    finish_status: '',
    total_asked: 1,
    total_treated: 0,
    total_failed: 0,
    reached_end: false,
    jobs: [],
  },
});

it('[INGEST18] the messages of a fleet after a time without network are written with few statements of few parameters, whatever they are', async () => {
  const statements: number[] = [];
  const pool = new Pool({ connectionString: await seededDatabase() });
  const database = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query.parameters.length),
  });
  const serials = (await database.selectFrom('device').select('serial').orderBy('serial').execute()).map(({ serial }) => serial);
  const serialOf = (n: number) => serials[n % serials.length] ?? '';
  const logOf = (n: number, message: ReceivedLog['message']): ReceivedLog => ({
    serial: serialOf(n),
    receivedAt: NOON + 1_000_000,
    message,
  });
  const events = Array.from({ length: 3_000 }, (_, n) =>
    logOf(n, { kind: 'event', time: timeOf(n), level: 'info', message: `event ${n}`, data: { n }, action: null }),
  );
  const incidents = Array.from({ length: 1_000 }, (_, n) => logOf(n, anIncident(`many-${n}`, { time: timeOf(n) })));
  const treatments = Array.from({ length: 1_000 }, (_, n) => treatmentOf(serialOf(n), n));
  statements.length = 0;
  await database.transaction().execute(async (tx) => {
    await backlogWriters.writeTreatments(tx, treatments);
    expect(await backlogWriters.writeLogs(tx, [...events, ...incidents])).toEqual([]);
  });
  expect(statements.length).toBeLessThan(20);
  expect(Math.max(...statements)).toBeLessThan(10);
  const kept = await database.selectFrom('device_event').where('message', 'like', 'event %').select('data').execute();
  expect(new Set(kept.map(({ data }) => JSON.stringify(data))).size).toBe(3_000);
  const stored = await database
    .selectFrom('treatment')
    .where('treatment_id', 'like', 'many-%')
    .select(['finish_status', 'version', 'creation_time', 'finish_time', 'serial'])
    .orderBy('creation_time')
    .execute();
  expect(stored).toHaveLength(1_000);
  // The newest one of each device runs, the others ended when the next one was created.
  expect(stored.filter(({ finish_status }) => finish_status === '')).toHaveLength(serials.length);
  const ofOne = stored.filter(({ serial }) => serial === serialOf(0));
  expect(ofOne.slice(0, -1).map(({ finish_time }) => finish_time)).toEqual(ofOne.slice(1).map(({ creation_time }) => creation_time));
  expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([2]));
  await database.destroy();
});
