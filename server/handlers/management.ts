import { sql } from 'kysely';
import { postCreateDevice, postUpdateDeviceType } from '#contract/device';
import { deviceActionType, getDeviceActions, type DeviceAction } from '#contract/deviceAction';
import { z } from '#contract/schema';
import { seesEverything } from '#domain/rights';
import { forbidden } from '../failure.ts';
import { serve, type Asked, type Handlers } from '../http/serve.ts';
import { createDevice } from '../maintenance/createDevice.ts';
import type { Doer } from '../maintenance/deviceActions.ts';
import { renameType } from '../maintenance/renameType.ts';
import type { Principal } from '../principal.ts';
import { scopeOf, type Scope } from '../visibility.ts';
import { windowOf } from './page.ts';
import type { World } from './world.ts';

type ManagementCall = 'getDeviceActions' | 'postCreateDevice' | 'postUpdateDeviceType';

const fields = z.record(z.string(), z.unknown()).nullable();

/** What was done while a device worked for somebody is seen by them, as long as it still does. */
function actionsIn({ database }: World, scope: Scope, { query }: Pick<Asked<typeof getDeviceActions>, 'query'>) {
  let found = database.selectFrom('device_action');
  if (query.device_serial) found = found.where('device_serial', '=', query.device_serial);
  if (query.action_type) found = found.where('action_type', '=', query.action_type);
  if (scope === 'all') return found;
  const own = ['', ...scope];
  return found
    .where('organisation', 'in', own)
    .where('device_serial', 'in', (devices) =>
      devices
        .selectFrom('deployment')
        .innerJoin('location', 'location.id', 'deployment.location_id')
        .select('deployment.device_serial')
        .where('deployment.closed_date', 'is', null)
        .where('location.owned_by', 'in', own),
    );
}

async function readActions(world: World, asked: Asked<typeof getDeviceActions>) {
  const found = actionsIn(world, scopeOf(asked.caller, world.registry), asked);
  const { limit, offset } = windowOf(asked.query);
  const [{ total }, rows] = await Promise.all([
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ]);
  const actions = rows.map((row): DeviceAction => ({
    device_serial: row.device_serial,
    action_type: deviceActionType.parse(row.action_type),
    timestamp: row.at.toISOString(),
    done_by: row.done_by_name,
    action: { old_value: fields.parse(row.old_value), new_value: fields.parse(row.new_value) },
  }));
  return { total, actions };
}

/** Who does it, once it is known that they may. */
function doerOf({ now }: World, { role, username, name }: Principal): Doer {
  if (!seesEverything(role)) throw forbidden('Only the staff of the provider can add devices and name their types.');
  return { username, name, at: new Date(now()) };
}

/** Devices and their types as the provider keeps them, and what was done to them. */
export function managementHandlers(world: World): Pick<Handlers, ManagementCall> {
  const { database, registry } = world;
  return {
    getDeviceActions: serve(getDeviceActions, (asked) => readActions(world, asked)),
    postCreateDevice: serve(postCreateDevice, async ({ params, body, caller, requestId }) => {
      await createDevice(database, params.serial, body, { ...doerOf(world, caller), requestId });
      // Its calls count from now on. The device is there also when this fails; then it is known with the next reading.
      await registry.refresh().catch(() => undefined);
      return { result: true };
    }),
    postUpdateDeviceType: serve(postUpdateDeviceType, async ({ params, body, caller }) => {
      await renameType(database, params.id, body.name, doerOf(world, caller));
      return { result: true };
    }),
  };
}
