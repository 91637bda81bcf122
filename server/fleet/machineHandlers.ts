import type { dataGroupCalls } from '#contract/fleet/dataGroup';
import { getErrorOverview, getMachines, getRawState, getRpState, type machineCalls } from '#contract/fleet/machine';
import type { DeviceState } from '#contract/fleet/state';
import { notFound } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Scope } from '../platform/principal.ts';
import { covers, readableSince, requireDevice, requireOwnTimes } from '../locations/visibility.ts';
import { readErrorPeriods, type ErrorOverviewDependencies } from './readErrorPeriods.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { dataGroupHandlers, type DeviceRequest } from './dataGroups.ts';
import { dataOf, reportedStateOf } from './liveReport.ts';
import type { LiveReports } from './liveReports.ts';

/** Dependencies of the machine calls. */
export interface MachineDependencies extends ErrorOverviewDependencies {
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
}

function connectedDevices({ live, registry }: MachineDependencies, scope: Scope): Record<string, DeviceState> {
  const visible = [...live.serials()].filter(
    (serial) =>
      live.isConnected(serial) &&
      covers(scope, registry.organisationOfDevice(serial) ?? null) &&
      live.since(readableSince(scope, registry, serial)).isConnected(serial),
  );
  return Object.fromEntries(
    visible.flatMap((serial): [string, DeviceState][] => {
      const frame = reportedStateOf(live.since(readableSince(scope, registry, serial)).newest(serial));
      return frame === undefined ? [] : [[serial, { timestamp: frame.timestamp, is_live: true, state: frame.state }]];
    }),
  );
}

/**
 * Creates the handlers of the calls on live state: `machines`, raw state, `rp_state`, data groups and error overview; all but the last are served from memory.
 */
export function machineHandlers(
  dependencies: MachineDependencies,
): Pick<Handlers, keyof typeof machineCalls | keyof typeof dataGroupCalls> {
  const { live, registry } = dependencies;
  const permitted = ({ scope, params }: DeviceRequest) => {
    const serial = requireDevice(scope, registry, params.serial);
    return { serial, own: live.since(readableSince(scope, registry, serial)) };
  };
  return {
    getMachines: serve(getMachines, ({ scope }) => ({ result: connectedDevices(dependencies, scope) })),
    getRawState: serve(getRawState, (request) => {
      const { serial, own } = permitted(request);
      const frame = reportedStateOf(own.newest(serial));
      if (frame === undefined) throw notFound('this device never reported');
      const { state, timestamp } = frame;
      return { state, timestamp, is_live: own.isConnected(serial), clock_offset_ms: live.clockOffsetMs(serial) };
    }),
    getRpState: serve(getRpState, (request) => {
      const { serial, own } = permitted(request);
      const frame = reportedStateOf(own.newest(serial));
      const rpState = frame?.state.rp_state;
      return { rp_state: rpState == null ? null : { state: rpState }, timestamp: frame?.timestamp ?? null };
    }),
    ...dataGroupHandlers((request, group) => {
      const { serial, own } = permitted(request);
      return dataOf(own.data(serial, group));
    }),
    getErrorOverview: serve(getErrorOverview, ({ scope, params }) =>
      readErrorPeriods(dependencies, requireOwnTimes(scope, registry, params.serial), params.hours),
    ),
  };
}
