/**
 * Deployments as rows: `deployDevice` begins one (404 for a device that the caller may not see), `closeDeployment` ends it, `redeployAll` restarts all
 * deployments of a location.
 */

import { randomUUID } from 'node:crypto';
import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import { holdDevice } from '../../locations/holdOwner.ts';
import { refuseArchived } from '../../locations/refuseArchived.ts';
import { covers } from '../../locations/visibility.ts';
import type { Scope } from '../../platform/principal.ts';
import { endTokens } from '../credentials/deviceToken.ts';
import { endControl } from '../../commands/control/control.ts';
import type { DeviceDeparture } from '../../commands/commands.ts';
import { writeDeviceAction, type ActionAuthor } from '../actions/deviceActions.ts';

/** Returns whether this request has already performed the action, i.e. the client repeats it because it lost the response. */
async function isDoneBy(tx: Transaction<Database>, { username, requestId }: ActionAuthor, type: string, serial: string): Promise<boolean> {
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

/**
 * Ends former deployments that reach beyond the begin of the next one, because the server's clock was set back meanwhile: in overlapping periods, the former
 * owner would receive data of the next one's period. Source: OWN7.
 */
async function endFormer(tx: Transaction<Database>, serial: string, at: Date): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ creation_date: sql`least(creation_date, ${at})`, closed_date: at })
    .where('device_serial', '=', serial)
    .where('closed_date', '>', at)
    .execute();
}

/** Inserts a deployment and records the action. Returns false when the device is already deployed. */
async function begin(tx: Transaction<Database>, { serial, location_id }: Omit<Place, 'scope'>, doer: ActionAuthor): Promise<boolean> {
  const id = `dep-${randomUUID()}`;
  if ((await insertDeployments(tx, [{ id, device_serial: serial, location_id, creation_date: doer.at }])) === 0) return false;
  await endFormer(tx, serial, doer.at);
  await writeDeviceAction(tx, { serial, type: 'deploy', before: null, after: { deployment_id: id, location_id } }, doer);
  return true;
}

/** Inserts deployments, except for devices that are already deployed. Returns how many it inserted. */
export async function insertDeployments(tx: Transaction<Database>, rows: readonly InsertObject<Database, 'deployment'>[]): Promise<number> {
  let count = 0;
  for (const some of chunks(rows)) {
    const inserted = await tx
      .insertInto('deployment')
      .values(some)
      .onConflict((active) => active.doNothing())
      .executeTakeFirst();
    count += Number(inserted.numInsertedOrUpdatedRows);
  }
  return count;
}

/** Deploys a device at a location and records the action. Throws 404 for an unknown location or device, 409 when the device is already deployed. */
export async function deployDevice(database: Kysely<Database>, { serial, location_id, scope }: Place, doer: ActionAuthor): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // The query waits for a concurrent archiving, removal or change of the owner.
    const place = await tx
      .selectFrom('location')
      .select(['name', 'archived', 'owned_by'])
      .where('id', '=', location_id)
      .forShare()
      .executeTakeFirst();
    if (place === undefined || !covers(scope, place.owned_by)) throw createFailure('noLocation');
    await holdDevice(tx, scope, serial);
    refuseArchived(place);
    if ((await begin(tx, { serial, location_id }, doer)) || (await isDoneBy(tx, doer, 'deploy', serial))) return;
    throw conflict('This device is deployed already.');
  });
}

interface ActiveDeployment {
  readonly id: string;
  readonly device_serial: string;
  readonly location_id: string;
  readonly creation_date: Date;
}

/** Closes an active deployment: ends access tokens and control of the device, and records the action for its organisation. */
async function close(
  tx: Transaction<Database>,
  { id, device_serial: serial, location_id, creation_date }: ActiveDeployment,
  doer: ActionAuthor,
): Promise<DeviceDeparture> {
  await writeDeviceAction(tx, { serial, type: 'close_deployment', before: { deployment_id: id, location_id }, after: null }, doer);
  // If the server's clock was ahead when a deployment began, its end must still be later than its start.
  const at = Math.max(doer.at.getTime(), creation_date.getTime() + 1);
  await tx
    .updateTable('deployment')
    .set({ closed_date: new Date(at) })
    .where('id', '=', id)
    .execute();
  await endTokens(tx, serial);
  return { serial, at, control: await endControl(tx, serial, doer.at.getTime()) };
}

/** Closes the deployments at a location, which belong to its former owner, and restarts them for the current owner. Returns the devices. */
export async function redeployAll(tx: Transaction<Database>, location_id: string, doer: ActionAuthor): Promise<readonly DeviceDeparture[]> {
  const active = await tx
    .selectFrom('deployment')
    .select(['id', 'device_serial', 'location_id', 'creation_date'])
    .where('location_id', '=', location_id)
    .where('closed_date', 'is', null)
    .orderBy('device_serial')
    .forUpdate()
    .execute();
  const left: DeviceDeparture[] = [];
  for (const deployment of active) {
    const departure = await close(tx, deployment, doer);
    await begin(tx, { serial: deployment.device_serial, location_id }, doer);
    // `begin` ends the former period at the start of the new one, which may even be before the former start if the clock was ahead then.
    left.push({ ...departure, at: doer.at.getTime() });
  }
  return left;
}

/**
 * Closes a deployment; returns the device, or only its serial if the same request closed the deployment before. Throws 404 if it is not visible, 409 if it is
 * already closed.
 */
export async function closeDeployment(database: Kysely<Database>, id: string, scope: Scope, doer: ActionAuthor): Promise<DeviceDeparture> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('deployment')
      .select(['id', 'device_serial', 'location_id', 'creation_date', 'closed_date', 'organisation'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || !covers(scope, row.organisation)) throw createFailure('noDeployment');
    const { device_serial: serial } = row;
    if (row.closed_date !== null) {
      if (await isDoneBy(tx, doer, 'close_deployment', serial)) return { serial, at: row.closed_date.getTime(), control: null };
      throw conflict('This deployment is closed already.');
    }
    return close(tx, row, doer);
  });
}
