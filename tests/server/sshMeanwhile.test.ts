import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Call } from '#contract/call';
import {
  getMaintenanceDeployment,
  postConfirmMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
  postMaintenanceDeployment,
} from '#contract/devices/maintenance';
import { ask, type Asking } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { until } from '../support/until.ts';

const server = withServer();
const params = { serial: 'LF-0140-23', target: 'pi' };
const at = <C extends Call>(call: C, more: Pick<Asking, 'body'> = {}) =>
  ask(server.it().address, call, { params, ...more, token: server.it().identity.issue(staff) });
const save = (password: string) => at(postMaintenanceDeployment, { body: { deployment: { pi: { username: 'op', password } } } });

it.each([
  ['removes', postDeleteMaintenanceDeployment, 404],
  ['confirms', postConfirmMaintenanceDeployment, { username: 'op', password: 'second' }],
])('[CRED7] whoever %s SSH credentials during a save waits for it, and the save brings nothing back', async (_name, call, left) => {
  for (const password of ['first', 'second']) expect(await save(password)).toMatchObject({ status: 200 });
  const database = openTestDatabase(server.it().databaseUrl);
  onTestFinished(() => database.destroy());
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const { answer } = await database.transaction().execute(async (tx) => {
    // A save locks the device, reads the stored row and writes what it makes of it.
    await sql`select from device where serial = ${params.serial} for update`.execute(tx);
    const row = await tx
      .selectFrom('ssh_credential')
      .selectAll()
      .where('serial', '=', params.serial)
      .where('target', '=', 'pi')
      .executeTakeFirstOrThrow();
    expect(row.former).not.toBeNull();
    let isAnswered = false;
    const asked = at(call, { body: {} }).finally(() => {
      isAnswered = true;
    });
    await until('it waits', async () => isAnswered || (await waiting.execute(database)).rows.length > 0);
    await tx
      .insertInto('ssh_credential')
      .values(row)
      .onConflict((known) => known.columns(['serial', 'target']).doUpdateSet(row))
      .execute();
    return { answer: asked };
  });
  expect(await answer).toMatchObject({ status: 200 });
  const now = await at(getMaintenanceDeployment);
  expect(now.ok ? now.answer : now.status).toEqual(left);
});
