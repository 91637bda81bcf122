import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/openDatabase';
import { openDatabaseClock } from '#server/platform/instances/databaseClock';
import { workerDatabases } from '../support/testDatabase.ts';

let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = openDatabase(await workerDatabases().migrated());
});
afterAll(() => database.destroy());

async function databaseTime(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database);
  return rows[0]?.at.getTime() ?? NaN;
}

it.each([300_000, -300_000])('[CLOCK21] a clock that is wrong by %i ms goes by the database', async (wrongMs) => {
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => void warnings.push(fields) };
  const before = await databaseTime();
  // It stands still, so that its time is the database's at the instant of the question.
  const clock = await openDatabaseClock({ database, now: () => before + wrongMs, log });
  const at = clock.now();
  clock.close();
  const after = await databaseTime();
  expect([at >= before, at <= after]).toEqual([true, true]);
  expect(warnings).toHaveLength(1);
});

it('[CLOCK20] a comparison that took long is repeated, since it errs by half of its response time', async () => {
  const before = await databaseTime();
  // The response to the first question takes four seconds of this machine's clock, the others none.
  let questions = 0;
  const now = () => before - 300_000 - ((questions += 1) === 1 ? 4_000 : 0);
  const clock = await openDatabaseClock({ database, now, log: { warn: () => undefined } });
  const at = clock.now();
  clock.close();
  expect([at >= before, at <= (await databaseTime())]).toEqual([true, true]);
});

it('[CLOCK21] a clock that is right within a second is not corrected', async () => {
  const warnings: unknown[] = [];
  let nowMs = await databaseTime();
  const clock = await openDatabaseClock({ database, now: () => nowMs, log: { warn: (fields: unknown) => void warnings.push(fields) } });
  nowMs = 5;
  expect(clock.now()).toBe(5);
  clock.close();
  expect(warnings).toEqual([]);
});
