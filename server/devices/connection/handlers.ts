/** Handlers of a device's connection: robot addresses, newest messages, connection changes. */

import { getDeviceConnection, type RobotAddress } from '#contract/devices/deviceConnection';
import type { Traffic } from '../../fleet/deviceTraffic.ts';
import type { LiveReports } from '../../fleet/liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { readableSince, requireDevice } from '../../locations/visibility.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';

/** Dependencies of the call for a device's connection. */
export interface ConnectionDependencies {
  readonly registry: OwnershipRegistry;
  readonly live: Pick<LiveReports, 'clockOffsetMs'>;
  readonly trafficKnownSince: number;
  readonly trafficOf: (serial: string) => Promise<Traffic>;
  readonly robotAddresses: readonly RobotAddress[];
}

/** Returns whether the device is connected, according to the newest change; null if none is known. */
const isConnected = ({ connections }: Traffic) => {
  const newest = connections.find(({ kind }) => kind !== 'refused');
  return newest === undefined ? null : newest.kind === 'connected';
};

/**
 * Creates the handlers of the call for a device's connection: for the roles in `domain/people/callRights.ts`, and only for the time in which the device works
 * for the caller. Source: CONN1.
 */
export function connectionHandlers(dependencies: ConnectionDependencies): Pick<Handlers, 'getDeviceConnection'> {
  const { registry, live, trafficKnownSince, trafficOf, robotAddresses } = dependencies;
  return {
    getDeviceConnection: serve(getDeviceConnection, async ({ scope, params }) => {
      const serial = requireDevice(scope, registry, params.serial);
      const since = readableSince(scope, registry, serial);
      const traffic = await trafficOf(serial);
      const isOwn = (at: string) => Date.parse(at) >= since;
      return {
        addresses: [...robotAddresses],
        username: serial,
        known_since: new Date(trafficKnownSince).toISOString(),
        is_connected: isConnected(traffic),
        clock_offset_ms: live.clockOffsetMs(serial),
        messages: traffic.messages.filter(({ received_at: at }) => isOwn(at)),
        connections: traffic.connections.filter(({ at }) => isOwn(at)),
      };
    }),
  };
}
