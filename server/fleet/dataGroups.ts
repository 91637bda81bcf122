/** Data groups (software, SIM, maps, treatment, WiFi): the push of a reported group, and the handlers of the calls. */

import {
  getActiveTreatment,
  getMapData,
  getSimInfo,
  getStateData,
  getSwVersion,
  type DataGroup,
  type dataGroupCalls,
} from '#contract/fleet/dataGroup';
import type { DataMessage } from '#contract/messages/deviceMessage';
import type { DataFrame } from '#contract/fleet/socket';
import { serve, type Handlers } from '../platform/http/serve.ts';
import type { Scope } from '../platform/principal.ts';

/** A request for data of one device. */
export interface DeviceRequest {
  readonly scope: Scope;
  readonly params: { readonly serial: string };
}

/** Returns the push of a reported data group; null for a group that is not pushed (metrics, treatment), which consoles request by a call. */
export function toDataFrame(serial: string, message: DataMessage): DataFrame | null {
  const head = { type: 'data', serial } as const;
  switch (message.data_group) {
    case 'sw_version':
      return { ...head, data_group: 'sw_version', data: { sw_version: message.data } };
    case 'sim_info':
      return { ...head, data_group: 'sim_info', data: { sim_info: { sim_info: message.data } } };
    case 'map_data':
      return { ...head, data_group: 'map_data', data: { time: message.time, available_maps: message.data } };
    case 'active_treatment':
      return { ...head, data_group: 'active_treatment', data: { active_treatment: message.data } };
    case 'state_data':
      return { ...head, data_group: 'state_data', data: message.data };
    case 'metrics':
    case 'treatment':
      return null;
    default:
      return message satisfies never;
  }
}

/**
 * Creates the handlers of the calls for data groups: they return the newest push, or an empty response before the first one. `newest` refuses callers who may
 * not read it.
 */
export function dataGroupHandlers(
  newest: (request: DeviceRequest, group: DataGroup) => DataFrame | undefined,
): Pick<Handlers, keyof typeof dataGroupCalls> {
  return {
    getSwVersion: serve(getSwVersion, (request) => {
      const frame = newest(request, 'sw_version');
      return frame?.data_group === 'sw_version' ? frame.data : { sw_version: null };
    }),
    getSimInfo: serve(getSimInfo, (request) => {
      const frame = newest(request, 'sim_info');
      return frame?.data_group === 'sim_info' ? frame.data : { sim_info: { sim_info: null } };
    }),
    getMapData: serve(getMapData, (request) => {
      const frame = newest(request, 'map_data');
      return frame?.data_group === 'map_data' ? frame.data : { time: null, available_maps: {} };
    }),
    getActiveTreatment: serve(getActiveTreatment, (request) => {
      const frame = newest(request, 'active_treatment');
      return frame?.data_group === 'active_treatment' ? frame.data : { active_treatment: null };
    }),
    getStateData: serve(getStateData, (request) => {
      const frame = newest(request, 'state_data');
      return frame?.data_group === 'state_data' ? frame.data : {};
    }),
  };
}
