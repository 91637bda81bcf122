import type { Kysely } from 'kysely';
import { postCreateDevice, postUpdateDeviceType } from '#contract/device';
import { getDeviceActions } from '#contract/deviceAction';
import { seesEverything } from '#domain/rights';
import { forbidden } from '../platform/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { createDevice } from './createDevice.ts';
import type { Doer } from './actions/deviceActions.ts';
import { renameType } from './renameType.ts';
import type { Principal } from '../platform/principal.ts';
import { scopeOf } from '../locations/visibility.ts';
import { actionsIn, readActions } from './actions/actionRows.ts';
import { windowOf } from '../platform/database/page.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Registry } from '../locations/registry.ts';

/** What the calls of device management work with. */
export interface ManagementDependencies {
  readonly database: Kysely<Database>;
  readonly registry: Registry;
  readonly now: () => number;
}

type ManagementCall = 'getDeviceActions' | 'postCreateDevice' | 'postUpdateDeviceType';

/** Who does it, once it is known that they may. */
function doerOf({ now }: ManagementDependencies, { role, username, name }: Principal): Doer {
  if (!seesEverything(role)) throw forbidden('Only the staff of the provider can add devices and name their types.');
  return { username, name, at: new Date(now()) };
}

/** Devices and their types as the provider keeps them, and what was done to them. */
export function managementHandlers(dependencies: ManagementDependencies): Pick<Handlers, ManagementCall> {
  const { database, registry } = dependencies;
  return {
    getDeviceActions: serve(getDeviceActions, ({ caller, query }) =>
      readActions(actionsIn(database, scopeOf(caller, registry), query), windowOf(query)),
    ),
    postCreateDevice: serve(postCreateDevice, async ({ params, body, caller, requestId }) => {
      await createDevice(database, params.serial, body, { ...doerOf(dependencies, caller), requestId });
      // Its calls count from now on. The device is there also when this fails; then it is known with the next reading.
      await registry.refresh().catch(() => undefined);
      return { result: true };
    }),
    postUpdateDeviceType: serve(postUpdateDeviceType, async ({ params, body, caller }) => {
      await renameType(database, params.id, body.name, doerOf(dependencies, caller));
      return { result: true };
    }),
  };
}
