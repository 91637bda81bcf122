import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { postUpdateDevice } from '#contract/device';
import {
  getMaintenanceDeployment,
  getMaintenanceSettings,
  postMaintenanceDeployment,
  postMaintenanceSettings,
  sshTarget,
} from '#contract/maintenance';
import { invalid, notFound } from '../platform/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { readCredentials, saidInputs, writeCredentials } from './credentials/sshCredentials.ts';
import { updateDevice } from './updateDevice.ts';
import type { Principal } from '../platform/principal.ts';
import { requireDevice, scopeOf } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Registry } from '../locations/registry.ts';

/** What the calls of maintenance work with. */
export interface MaintenanceDependencies {
  readonly database: Kysely<Database>;
  readonly registry: Registry;
  /** Seals the credentials that are stored. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}

type MaintenanceCall =
  | 'getMaintenanceSettings'
  | 'postMaintenanceSettings'
  | 'getMaintenanceDeployment'
  | 'postMaintenanceDeployment'
  | 'postUpdateDevice';

function targetOf(said: string) {
  const target = sshTarget.safeParse(said);
  if (!target.success) throw invalid(`target: one of ${sshTarget.options.join(', ')}`);
  return target.data;
}

async function readSettings({ database }: MaintenanceDependencies, serial: string) {
  const row = await database.selectFrom('device').select(['name', 'life_cycle_stage']).where('serial', '=', serial).executeTakeFirst();
  if (row === undefined) throw notFound('no such device');
  return row;
}

/** Name, stage and credentials of devices. Nothing limits who may change them but the sight of the device (GAP-94). */
export function maintenanceHandlers(dependencies: MaintenanceDependencies): Pick<Handlers, MaintenanceCall> {
  const { database, registry, credentialKey } = dependencies;
  const permitted = (asked: { readonly caller: Principal; readonly params: { readonly serial: string } }) =>
    requireDevice(scopeOf(asked.caller, registry), registry, asked.params.serial);
  const doerOf = ({ username, name }: Principal) => ({ username, name, at: new Date(dependencies.now()) });
  return {
    getMaintenanceSettings: serve(getMaintenanceSettings, async (asked) => ({
      settings: await readSettings(dependencies, permitted(asked)),
    })),
    postMaintenanceSettings: serve(postMaintenanceSettings, async (asked) => {
      await updateDevice(database, { serial: permitted(asked), change: asked.body.settings, key: credentialKey }, doerOf(asked.caller));
      return { success: true };
    }),
    postUpdateDevice: serve(postUpdateDevice, async (asked) => {
      await updateDevice(database, { serial: permitted(asked), change: asked.body, key: credentialKey }, doerOf(asked.caller));
      return { result: true };
    }),
    getMaintenanceDeployment: serve(getMaintenanceDeployment, async (asked) => {
      const serial = permitted(asked);
      const found = await readCredentials(database, credentialKey, serial, targetOf(asked.params.target));
      if (found === null) throw notFound('no credentials are stored for this target');
      return found;
    }),
    postMaintenanceDeployment: serve(postMaintenanceDeployment, async (asked) => {
      const serial = permitted(asked);
      const said = saidInputs(asked.body.deployment);
      if (said.length === 0) throw invalid('There is nothing to save.');
      await writeCredentials(database, credentialKey, serial, said);
      return { success: true };
    }),
  };
}
