/** `demoCompany`: the organisations, devices, users and languages of the demo, generated from a random seed. */

import type { errorCodeText } from '#contract/errorCode';
import type { Device, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import type { AnswerOf } from '#contract/call';
import type { Deployment, Greenhouse, Location, Organisation } from '#contract/place';
import type { z } from '#contract/schema';
import { demoDevices } from '../devices/seed/devices.ts';
import { deviceTypes, lifeCycleStages } from '../devices/deviceTypes/deviceTypes.ts';
import { errorCodes } from '../errorCodes/seed.ts';
import { demoPlaces } from '../locations/seed/places.ts';
import { demoMaps, type DemoMap } from '../maps/seed/siteMaps.ts';
import { seededRandom } from '#domain/random/seededRandom';

/** Locales that a person can choose. */
const locales = [
  { id: 'nl-BE', name: 'Nederlands (België)' },
  { id: 'en-GB', name: 'English (United Kingdom)' },
  { id: 'fr-BE', name: 'Français (Belgique)' },
  { id: 'de-DE', name: 'Deutsch (Deutschland)' },
  { id: 'es-ES', name: 'Español (España)' },
];

/** The seed data of the demo, before the first device report. `authentication_group` is always present; secrets in metadata are in plain text. */
export interface Company {
  /** The organisations: the provider first, then customers. */
  readonly organisations: readonly Organisation[];
  readonly locations: readonly Location[];
  readonly greenhouses: readonly Greenhouse[];
  readonly maps: readonly DemoMap[];
  readonly devices: readonly Device[];
  /** Active deployments only; at most one per device, equal to its `active_deployment`. */
  readonly deployments: readonly Deployment[];
  readonly deviceTypes: AnswerOf<typeof getAllDeviceTypes>['result'];
  readonly lifeCycleStages: AnswerOf<typeof getAllLifeCycleStages>['result'];
  readonly errorCodes: Readonly<Record<string, z.infer<typeof errorCodeText>>>;
  readonly locales: readonly { readonly id: string; readonly name: string }[];
}

/** Options of the demo data: number of devices, random seed, and `now` (ms since epoch), from which past instants are computed. */
export interface CompanyOptions {
  readonly devices: number;
  readonly seed: number;
  readonly now: number;
}

/** Generates the demo data: the provider, its customers and their devices. Pure: the same options give the same data. */
export function demoCompany({ devices: count, seed, now }: CompanyOptions): Company {
  const random = seededRandom(seed);
  const { sites, ...places } = demoPlaces(count);
  const maps = sites.flatMap(demoMaps);
  return {
    ...places,
    maps,
    ...demoDevices({ count, now, greenhouses: places.greenhouses, maps, random }),
    deviceTypes,
    lifeCycleStages,
    errorCodes,
    locales,
  };
}
