import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { conflict, notFound } from '../../platform/failure.ts';
import { covers, type Scope } from '../../locations/visibility.ts';
import { endTokens } from '../credentials/deviceToken.ts';
import { writeDeviceAction, type Doer } from '../actions/deviceActions.ts';

/** Returns whether the same request performed the action, i.e. the client repeats it after losing the response. */
async function isDoneBy(tx: Transaction<Database>, { username, requestId }: Doer, type: string, serial: string): Promise<boolean> {
  if (requestId === undefined) return false;
  const done = await tx
    .selectFrom('device_action')
    .select('id')
    .where('device_serial', '=', serial)
    .where('action_type', '=', type)
    .where('done_by', '=', username)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return done !== undefined;
}

interface Place {
  readonly serial: string;
  readonly location_id: string;
  readonly scope: Scope;
}

/** Deploys a device at a location and records the action. Throws 404 for an unknown location, 409 when the device is already deployed. */
export async function deployDevice(database: Kysely<Database>, { serial, location_id, scope }: Place, doer: Doer): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const place = await tx.selectFrom('location').select('owned_by').where('id', '=', location_id).executeTakeFirst();
    if (place === undefined || !covers(scope, place.owned_by)) throw notFound('no such location');
    const id = `dep-${randomUUID()}`;
    const made = await tx
      .insertInto('deployment')
      .values({ id, device_serial: serial, location_id, creation_date: doer.at })
      .onConflict((active) => active.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined && (await isDoneBy(tx, doer, 'deploy', serial))) return;
    if (made === undefined) throw conflict('This device is deployed already.');
    await writeDeviceAction(tx, { serial, type: 'deploy', before: null, after: { deployment_id: id, location_id } }, doer);
  });
}

/**
 * Closes a deployment, ends the device's access tokens and records the action for its organisation; returns the serial. Throws 404 when it is not
 * visible, 409 when it is already closed.
 */
export async function closeDeployment(database: Kysely<Database>, id: string, scope: Scope, doer: Doer): Promise<string> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('deployment')
      .innerJoin('location', 'location.id', 'deployment.location_id')
      .select(['device_serial', 'location_id', 'closed_date', 'owned_by'])
      .where('deployment.id', '=', id)
      .forUpdate('deployment')
      .executeTakeFirst();
    if (row === undefined || !covers(scope, row.owned_by)) throw notFound('no such deployment');
    const { device_serial: serial, location_id } = row;
    if (row.closed_date !== null) {
      if (await isDoneBy(tx, doer, 'close_deployment', serial)) return serial;
      throw conflict('This deployment is closed already.');
    }
    await writeDeviceAction(tx, { serial, type: 'close_deployment', before: { deployment_id: id, location_id }, after: null }, doer);
    await tx.updateTable('deployment').set({ closed_date: doer.at }).where('id', '=', id).execute();
    await endTokens(tx, serial);
    return serial;
  });
}
