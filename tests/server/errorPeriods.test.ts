import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/openDatabase';
import { seed } from '#server/app/seed';
import { demoCompany } from '#server/app/company';
import { seedErrorPeriods } from '#server/fleet/seed';
import { workerDatabases } from '../support/testDatabase.ts';

const NOON = Date.parse('2026-03-04T12:00:00Z');
const anError = (serial: string, minute: number) => ({
  serial,
  startedAt: NOON + minute * 60_000,
  stoppedAt: NOON + (minute + 1) * 60_000,
});

const databases = workerDatabases();

it('[SIM22] past errors of known devices are written once; a history that is there is left as it is', async () => {
  const database = openDatabase(await databases.migrated());
  await seed(database, () => demoCompany({ devices: 4, seed: 7, now: NOON }));
  const read = () => database.selectFrom('error_period').select(['serial', 'start_time', 'stop_time', 'next_state']).execute();
  await seedErrorPeriods(database, [anError('LF-0140-23', 0), anError('LF-9999-99', 0)]);
  const written = [{ serial: 'LF-0140-23', start_time: new Date(NOON), stop_time: new Date(NOON + 60_000), next_state: 'executing_task' }];
  expect(await read()).toEqual(written);
  await seedErrorPeriods(database, [anError('LF-0141-23', 5)]);
  expect(await read()).toEqual(written);
  await database.destroy();
});
