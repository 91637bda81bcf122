import type { Kysely } from 'kysely';
import { deviceName, deviceNameProblem } from '#domain/deviceSettings';
import type { Database } from '../platform/database/tables.ts';
import { invalid, notFound } from '../platform/failure.ts';
import { writeDeviceAction, type Doer } from './actions/deviceActions.ts';

/** Gives a device type another name, and writes it down. No name, or the one it has, changes nothing. Source: MGMT-070, MGMT-071. */
export async function renameType(database: Kysely<Database>, id: string, newName: string, doer: Doer): Promise<void> {
  const name = deviceName(newName);
  const problem = name === '' ? undefined : deviceNameProblem(name);
  if (problem !== undefined) throw invalid(problem);
  await database.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('device_type').select('name').where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) throw notFound('no such device type');
    if (name === '' || name === row.name) return;
    await tx.updateTable('device_type').set({ name }).where('id', '=', id).execute();
    const called = (one: string) => ({ device_type: id, name: one });
    await writeDeviceAction(tx, { serial: null, type: 'update', before: called(row.name), after: called(name) }, doer);
  });
}
