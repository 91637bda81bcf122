/** Handlers of deployments: deploy, close, list (also of one location), actions on deployments. */

import { sql, type Kysely } from 'kysely';
import {
  getCloseDeployment,
  getDeployment,
  getDeploymentActions,
  getDeploymentsAtLocation,
  postDeployDevice,
} from '#contract/devices/deployment';
import { z } from '#contract/schema';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { requireLocation } from '../../locations/findPlace.ts';
import { closeDeployment, deployDevice, redeployAll } from './deploy.ts';
import type { Commands, DeviceDeparture } from '../../commands/commands.ts';
import type { Redeploy } from '../../locations/saveLocation.ts';
import type { ActionAuthor } from '../actions/deviceActions.ts';
import type { Principal, Scope } from '../../platform/principal.ts';
import { covers, requireDevice } from '../../locations/visibility.ts';
import { actionsIn, readActions } from '../actions/actionRows.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';

/** Dependencies of the deployment calls. */
export interface DeploymentDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly now: () => number;
  readonly commands: Pick<Commands, 'announceDeparture'>;
  /** Ends the connection of a device whose tokens have ended. */
  readonly disconnectDevice: (serial: string) => void;
}

/** Ends the former owner's access to a device, on all instances and on the device, after the commit and before the response. */
async function announceDeparture(
  { registry, commands, disconnectDevice }: DeploymentDependencies,
  departure: DeviceDeparture,
  by: ActionAuthor | Principal,
): Promise<void> {
  registry.endService(departure.serial, departure.at);
  // The release is sent to the device before its connection ends; a failure to send it must not keep the connection open.
  await commands.announceDeparture(departure, by).catch(() => undefined);
  disconnectDevice(departure.serial);
}

/** Creates the function that restarts the deployments at a location when the location gets a new owner. */
export const redeployFor =
  (dependencies: DeploymentDependencies): Redeploy =>
  async (tx, location, { username, name }) => {
    const doer = { username, name, at: new Date(dependencies.now()) };
    const devices = await redeployAll(tx, location, doer);
    return async () => {
      await Promise.all(devices.map((left) => announceDeparture(dependencies, left, doer)));
    };
  };

type DeploymentCall = 'postDeployDevice' | 'getDeploymentActions' | 'getDeployment' | 'getCloseDeployment' | 'getDeploymentsAtLocation';

const deploymentId = sql<string>`coalesce(new_value ->> 'deployment_id', old_value ->> 'deployment_id')`;
const ofDeployment = z.object({ deployment_id: z.string() });

/** Returns a page of deployment actions, each with its deployment id. */
async function readDeploymentActions(
  { database }: DeploymentDependencies,
  found: ReturnType<typeof actionsIn>,
  window: { limit: number; offset: number },
) {
  const { total, actions } = await readActions(database, found, window, () => false);
  const lines = actions.map((line) => ({ ...line, ...ofDeployment.parse(line.action?.new_value ?? line.action?.old_value) }));
  return { total, actions: lines };
}

const active = ({ database }: DeploymentDependencies) =>
  database
    .selectFrom('deployment')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .where('deployment.closed_date', 'is', null);

const columns = ['deployment.id', 'deployment.device_serial', 'deployment.location_id', 'deployment.creation_date'] as const;

async function readDeployment(dependencies: DeploymentDependencies, scope: Scope, id: string) {
  const row = await active(dependencies)
    .select([...columns, 'location.owned_by'])
    .where('deployment.id', '=', id)
    .executeTakeFirst();
  if (row === undefined || !covers(scope, row.owned_by)) throw createFailure('noDeployment');
  const { owned_by: _, creation_date, ...rest } = row;
  return { ...rest, creation_date: creation_date.toISOString() };
}

/** Creates the handlers of deployments. Permissions are in `domain/people/callRights.ts`. */
export function deploymentHandlers(dependencies: DeploymentDependencies): Pick<Handlers, DeploymentCall> {
  const { database, registry } = dependencies;
  const doerOf = ({ username, name }: Principal, requestId: string) => ({ username, name, requestId, at: new Date(dependencies.now()) });
  // Applies the new owner at once. On failure the deployment is stored nevertheless, and the next periodic refresh applies it.
  const refreshOwners = () => registry.refresh().catch(() => undefined);
  return {
    postDeployDevice: serve(postDeployDevice, async ({ caller, scope, params, body, requestId }) => {
      const serial = requireDevice(scope, registry, params.serial);
      await deployDevice(database, { serial, location_id: body.location_id, scope }, doerOf(caller, requestId));
      await refreshOwners();
      return { result: true };
    }),
    getCloseDeployment: serve(getCloseDeployment, async ({ caller, scope, params, requestId }) => {
      const left = await closeDeployment(database, params.id, scope, doerOf(caller, requestId));
      await announceDeparture(dependencies, left, caller);
      await refreshOwners();
      return { result: true };
    }),
    getDeployment: serve(getDeployment, async ({ scope, params }) => ({
      result: await readDeployment(dependencies, scope, params.id),
    })),
    getDeploymentActions: serve(getDeploymentActions, ({ scope, query }) => {
      const { deployment_id, action_type } = query;
      const all = actionsIn(database, scope, { action_type }).where('action_type', 'in', ['deploy', 'close_deployment']);
      return readDeploymentActions(dependencies, deployment_id ? all.where(deploymentId, '=', deployment_id) : all, windowOf(query));
    }),
    getDeploymentsAtLocation: serve(getDeploymentsAtLocation, async ({ scope, params, query }) => {
      const id = await requireLocation(database, scope, params.id);
      const found = active(dependencies).where('deployment.location_id', '=', id);
      const { limit, offset } = windowOf(query);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await found.select(columns).orderBy('deployment.id').limit(limit).offset(offset).execute();
      return { total, results: rows.map((row) => ({ ...row, creation_date: row.creation_date.toISOString() })) };
    }),
  };
}
