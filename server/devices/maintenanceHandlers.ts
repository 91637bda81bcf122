import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BodyOf } from '#contract/call';
import { postUpdateDevice } from '#contract/devices/device';
import {
  getMaintenanceDeployment,
  getMaintenanceSettings,
  postConfirmMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
  postMaintenanceDeployment,
  postMaintenanceSettings,
  sshTarget,
} from '#contract/devices/maintenance';
import { sshProblem } from '#domain/devices/sshChanges';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { confirmCredentials, readCredentials, nonEmptyInputs, removeCredentials, writeCredentials } from './credentials/sshCredentials.ts';
import { updateDevice } from './updateDevice.ts';
import type { Scope, ScopedCaller } from '../platform/principal.ts';
import { mayReadSecret, requireDevice } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';

/** Dependencies of the maintenance calls. */
export interface MaintenanceDependencies {
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  /** Encrypts stored credentials. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}

type MaintenanceCall =
  | 'getMaintenanceSettings'
  | 'postMaintenanceSettings'
  | 'getMaintenanceDeployment'
  | 'postMaintenanceDeployment'
  | 'postConfirmMaintenanceDeployment'
  | 'postDeleteMaintenanceDeployment'
  | 'postUpdateDevice';

function targetOf(given: string) {
  const target = sshTarget.safeParse(given);
  if (!target.success) throw invalid(`target: one of ${sshTarget.options.join(', ')}`);
  return target.data;
}

async function readSettings({ database }: MaintenanceDependencies, serial: string) {
  const row = await database.selectFrom('device').select(['name', 'life_cycle_stage']).where('serial', '=', serial).executeTakeFirst();
  if (row === undefined) throw createFailure('noDevice');
  return row;
}

interface DeviceRequest {
  readonly scope: Scope;
  readonly params: { readonly serial: string };
}

/** Creates the handlers of names, stage, metadata and SSH credentials of devices. Permissions are in `domain/people/callRights.ts`. */
export function maintenanceHandlers(dependencies: MaintenanceDependencies): Pick<Handlers, MaintenanceCall> {
  const { database, registry, credentialKey } = dependencies;
  const permitted = ({ scope, params }: DeviceRequest) => requireDevice(scope, registry, params.serial);
  const readableIn = (scope: Scope, serial: string) => (savedAt: Date | null) => mayReadSecret(scope, registry, serial, savedAt);
  const update = async (request: DeviceRequest & ScopedCaller, change: BodyOf<typeof postUpdateDevice>) => {
    const serial = permitted(request);
    const { username, name } = request.caller;
    const doer = { username, name, at: new Date(dependencies.now()) };
    const isDecommissioned = await updateDevice(database, { serial, scope: request.scope, change, key: credentialKey }, doer);
    if (isDecommissioned) dependencies.disconnectDevice(serial);
  };
  return {
    getMaintenanceSettings: serve(getMaintenanceSettings, async (request) => ({
      settings: await readSettings(dependencies, permitted(request)),
    })),
    postMaintenanceSettings: serve(postMaintenanceSettings, async (request) => {
      await update(request, request.body.settings);
      return { success: true };
    }),
    postUpdateDevice: serve(postUpdateDevice, async (request) => {
      await update(request, request.body);
      return { result: true };
    }),
    getMaintenanceDeployment: serve(getMaintenanceDeployment, async (request) => {
      const serial = permitted(request);
      const target = targetOf(request.params.target);
      const found = await readCredentials(database, credentialKey, { serial, target, isReadable: readableIn(request.scope, serial) });
      if (found === null) throw createFailure('noCredentials');
      const { former, savedAt, ...stored } = found;
      return former === null ? stored : { ...stored, former, saved_at: savedAt?.toISOString() ?? null };
    }),
    postConfirmMaintenanceDeployment: serve(postConfirmMaintenanceDeployment, async (request) => {
      const serial = permitted(request);
      const { saved_at } = request.body;
      const savedAt = saved_at === undefined ? undefined : new Date(saved_at);
      const wanted = { serial, target: targetOf(request.params.target), isReadable: readableIn(request.scope, serial), savedAt };
      if (!(await confirmCredentials(database, request.scope, wanted))) throw createFailure('noCredentials');
      return { success: true };
    }),
    postDeleteMaintenanceDeployment: serve(postDeleteMaintenanceDeployment, async (request) => {
      await removeCredentials(database, request.scope, { serial: permitted(request), target: targetOf(request.params.target) });
      return { success: true };
    }),
    postMaintenanceDeployment: serve(postMaintenanceDeployment, async (request) => {
      const serial = permitted(request);
      const given = nonEmptyInputs(request.body.deployment);
      if (given.length === 0) throw invalid('There is nothing to save.');
      const problem = sshProblem(request.body.deployment);
      if (problem !== undefined) throw invalid(problem);
      // After a change of owner, everybody, including the staff, must enter both parts of new credentials, so that no part of the former owner's credentials is
      // ever shown as the next owner's.
      const isReadable = (savedAt: Date | null) => mayReadSecret(new Set(), registry, serial, savedAt);
      const saved = { serial, scope: request.scope, given, at: new Date(dependencies.now()), isReadable };
      await writeCredentials(database, credentialKey, saved);
      return { success: true };
    }),
  };
}
