import type { AnswerOf } from '#contract/call';
import type { Device, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { sortedByName } from '#domain/devices/deviceList';
import { tokenEndText } from '#domain/devices/tokenEnd';
import { wordText } from '#domain/text/labels';

/** A device with the names of its type and its stage. */
export interface ManagedRow {
  readonly device: Device;
  readonly typeName: string;
  readonly stageName: string;
  /** When the access token that a person put on the device expires, if that is soon or in the past. */
  readonly tokenEnd: string | null;
}

type Named = readonly { readonly id: string; readonly name: string }[];

const namesOf = (list: Named | undefined) => new Map((list ?? []).map(({ id, name }) => [id, name]));

/**
 * Returns the managed devices (`ManagedRow`) with the names of type and stage, sorted by name; `now` in ms, null if the server does not report the expiry of
 * tokens. An unknown type is shown by its id, an unknown stage by its id in title case.
 */
export function managedRows(
  devices: readonly Device[],
  types: AnswerOf<typeof getAllDeviceTypes>['result'] | undefined,
  stages: AnswerOf<typeof getAllLifeCycleStages>['result'] | undefined,
  now: number | null,
): readonly ManagedRow[] {
  const [typeNames, stageNames] = [namesOf(types), namesOf(stages)];
  return sortedByName(devices).map((device) => ({
    device,
    typeName: typeNames.get(device.device_type) ?? wordText(device.device_type),
    stageName: stageNames.get(device.life_cycle_stage) ?? wordText(device.life_cycle_stage),
    tokenEnd: now === null ? null : tokenEndText(device, now),
  }));
}
