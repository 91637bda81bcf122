import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { postCreateDevice, postDeleteDevice, postUpdateDeviceType } from '#contract/devices/device';
import { getDeviceActions } from '#contract/devices/deviceAction';
import { seesEverything } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import { forbidden, invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { correctDevice } from './correctDevice.ts';
import { createDevice } from './createDevice.ts';
import { removeDevice } from './removeDevice.ts';
import { type ActionAuthor, writeDeviceAction } from './actions/deviceActions.ts';
import type { Principal } from '../platform/principal.ts';
import { foreignTimes } from '../locations/visibility.ts';
import { actionsIn, readActions } from './actions/actionRows.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';

/** Renames a device type and records the action. An empty or equal name changes nothing. Source: MGMT-070, MGMT-071. */
async function renameType(database: Kysely<Database>, id: string, newName: string, doer: ActionAuthor): Promise<void> {
  const name = deviceName(newName);
  const problem = name === '' ? undefined : deviceNameProblem(name);
  if (problem !== undefined) throw invalid(problem);
  await database.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('device_type').select('name').where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) throw createFailure('noDeviceType');
    if (name === '' || name === row.name) return;
    await tx.updateTable('device_type').set({ name }).where('id', '=', id).execute();
    const called = (one: string) => ({ device_type: id, name: one });
    await writeDeviceAction(tx, { serial: null, type: 'update', before: called(row.name), after: called(name) }, doer);
  });
}

/** Dependencies of the device management calls. */
export interface ManagementDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly now: () => number;
  /** Encrypts the secrets of metadata. */
  readonly credentialKey: KeyObject;
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
}

type ManagementCall = 'getDeviceActions' | 'postCorrectDevice' | 'postCreateDevice' | 'postDeleteDevice' | 'postUpdateDeviceType';

/** Returns the caller as the author of an action. Throws 403 if the caller lacks the right to manage devices. */
export function authorOf({ now }: ManagementDependencies, { role, username, name }: Principal): ActionAuthor {
  if (!seesEverything(role)) throw forbidden('Only the staff of the provider can add devices and name their types.');
  return { username, name, at: new Date(now()) };
}

/** Creates the handlers of device management: add, correct and remove a device, rename a device type, and the history of actions. */
export function managementHandlers(dependencies: ManagementDependencies): Pick<Handlers, ManagementCall> {
  const { database, registry } = dependencies;
  return {
    getDeviceActions: serve(getDeviceActions, ({ scope, query }) =>
      readActions(database, actionsIn(database, scope, query), windowOf(query), foreignTimes(scope, registry)),
    ),
    postCreateDevice: serve(postCreateDevice, async ({ params, body, caller, requestId }) => {
      await createDevice(database, params.serial, body, { ...authorOf(dependencies, caller), requestId });
      // Makes the device visible at once. On failure the device is stored nevertheless, and the next periodic refresh adds it.
      await registry.refresh().catch(() => undefined);
      return { result: true };
    }),
    postCorrectDevice: serve(postCorrectDevice, async ({ params, body, caller }) => {
      const doer = authorOf(dependencies, caller);
      const isMoved = await correctDevice(database, { serial: params.serial, body, key: dependencies.credentialKey }, doer);
      if (isMoved) dependencies.disconnectDevice(params.serial);
      await registry.refresh().catch(() => undefined);
      return { result: true };
    }),
    postDeleteDevice: serve(postDeleteDevice, async ({ params, caller }) => {
      authorOf(dependencies, caller);
      await removeDevice(database, params.serial);
      dependencies.disconnectDevice(params.serial);
      await registry.refresh().catch(() => undefined);
      return { result: true };
    }),
    postUpdateDeviceType: serve(postUpdateDeviceType, async ({ params, body, caller }) => {
      await renameType(database, params.id, body.name, authorOf(dependencies, caller));
      return { result: true };
    }),
  };
}
