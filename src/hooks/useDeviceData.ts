import type { Call } from '#contract/call';
import { dataGroups, type DataGroup } from '#contract/fleet/dataGroup';
import { selectDeviceData, selectDeviceDataAt, type DataOf } from '#state/deviceData';
import { useAnswer, type Answered } from './useAnswer.ts';
import { useAppSelector } from './useAppSelector.ts';
import type { QueryOptions } from './useQuery.ts';

/** Subscribes to one data group of a device and returns its newest data, from push or response. */
export function useDeviceData<Group extends DataGroup>(serial: string, group: Group, options: QueryOptions = {}): Answered<DataOf<Group>> {
  const call: Call = dataGroups[group].call;
  const params = { serial };
  const asked = useAnswer(call, params, {}, options);
  const answer = useAppSelector((s) => selectDeviceData(s, serial, group));
  const at = useAppSelector((s) => selectDeviceDataAt(s, serial, group));
  const isNothing = answer === undefined;
  return { ...asked, answer, at, isLoading: asked.isLoading && isNothing, isUnknown: asked.isUnknown && isNothing };
}
