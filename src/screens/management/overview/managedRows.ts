import type { AnswerOf } from '#contract/call';
import type { Device, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/device';
import { sortedByName } from '#domain/devices';
import { prettified } from '#domain/userType';

/** A device with the names of what it is and of where in its life it is. */
export interface ManagedRow {
  readonly device: Device;
  readonly typeName: string;
  readonly stageName: string;
}

type Named = readonly { readonly id: string; readonly name: string }[];

const namesOf = (list: Named | undefined) => new Map((list ?? []).map(({ id, name }) => [id, name]));

/** The devices by name. A type that is not known stands as its id, a stage as its id in words. */
export function managedRows(
  devices: readonly Device[],
  types: AnswerOf<typeof getAllDeviceTypes>['result'] | undefined,
  stages: AnswerOf<typeof getAllLifeCycleStages>['result'] | undefined,
): readonly ManagedRow[] {
  const [typeNames, stageNames] = [namesOf(types), namesOf(stages)];
  return sortedByName(devices).map((device) => ({
    device,
    typeName: typeNames.get(device.device_type) ?? device.device_type,
    stageName: stageNames.get(device.life_cycle_stage) ?? prettified(device.life_cycle_stage),
  }));
}
