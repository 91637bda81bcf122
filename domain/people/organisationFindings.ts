import { isDecommissioned, isOperational } from '../devices/deviceList.ts';
import { userTypesIn } from './rights.ts';
import { findingsOf, entryIf, type Finding } from './finding.ts';
import { isTimezone } from '../text/timezone.ts';
import { nameKey } from '../text/fieldText.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  /** Whether the entity is archived: it then needs nothing any more, but its name, group and map may still conflict with those of others. Source: VAL11. */
  readonly archived: boolean;
}

/** The validated entities, as stored in the database; `deployments` holds the active ones only. */
export interface OrganisationFacts {
  readonly organisations: readonly (Named & { readonly authentication_group: string | null })[];
  readonly locations: readonly (Named & { readonly owned_by: string; readonly timezone: string })[];
  readonly greenhouses: readonly (Named & { readonly location_id: string; readonly map_id: string | null })[];
  readonly devices: readonly { readonly serial: string; readonly name: string; readonly life_cycle_stage: string }[];
  readonly deployments: readonly { readonly device_serial: string; readonly location_id: string }[];
  /** The greenhouse that determines the visibility of a map, by the map's id; null when no greenhouse ever had the map. */
  readonly maps: ReadonlyMap<string, string | null>;
  /** The groups of all accounts; null when the accounts cannot be read. */
  readonly memberGroups: ReadonlySet<string> | null;
}

/** Returns a function that counts the occurrences of a text, trimmed and case-insensitively; 0 for a blank text. */
function countsOf(texts: readonly string[]): (text: string) => number {
  const counts = new Map<string, number>();
  for (const text of texts) if (nameKey(text) !== '') counts.set(nameKey(text), (counts.get(nameKey(text)) ?? 0) + 1);
  return (text) => counts.get(nameKey(text)) ?? 0;
}

function ofOrganisations({ organisations, locations, memberGroups }: OrganisationFacts): readonly Finding[] {
  const namesakes = countsOf(organisations.map(({ name }) => name));
  const owners = new Set(locations.map(({ owned_by }) => owned_by));
  const sharers = new Map<string, number>();
  for (const { authentication_group: group } of organisations) if (group) sharers.set(group, (sharers.get(group) ?? 0) + 1);
  return organisations.flatMap((one) => {
    const group = one.authentication_group ?? '';
    const isUserType = userTypesIn([group]).length > 0;
    return findingsOf(one, [
      ...entryIf(group === '' && !one.archived, 'error', 'The organisation has no authentication group: nobody can see it but staff.'),
      ...entryIf(isUserType, 'error', `The authentication group "${group}" is a user type: it gives nobody access.`),
      ...entryIf((sharers.get(group) ?? 0) > 1, 'error', `Another organisation has the authentication group "${group}" too.`),
      ...entryIf(
        group !== '' && !isUserType && memberGroups?.has(group) === false && !one.archived,
        'warning',
        `Nobody belongs to the authentication group "${group}".`,
      ),
      ...entryIf(namesakes(one.name) > 1, 'warning', 'Another organisation has the same name.'),
      ...entryIf(!owners.has(one.id) && !one.archived, 'info', 'The organisation owns no location.'),
    ]);
  });
}

function ofLocations({ organisations, locations }: OrganisationFacts): readonly Finding[] {
  const known = new Set(organisations.map(({ id }) => id));
  const keyOf = ({ owned_by, name }: { readonly owned_by: string; readonly name: string }) =>
    nameKey(name) === '' ? '' : `${owned_by} ${name}`;
  const namesakes = countsOf(locations.map(keyOf));
  return locations.flatMap((one) =>
    findingsOf(one, [
      ...entryIf(!known.has(one.owned_by), 'error', 'The location is owned by nobody.'),
      ...entryIf(one.timezone === '' && !one.archived, 'error', 'The location has no time zone.'),
      ...entryIf(
        one.timezone !== '' && !isTimezone(one.timezone) && !one.archived,
        'error',
        `The time zone "${one.timezone}" is not known.`,
      ),
      ...entryIf(namesakes(keyOf(one)) > 1, 'warning', 'Another location of the same owner has the same name.'),
    ]),
  );
}

function ofGreenhouses({ locations, greenhouses, maps }: OrganisationFacts): readonly Finding[] {
  const known = new Set(locations.map(({ id }) => id));
  const keyOf = ({ location_id, name }: { readonly location_id: string; readonly name: string }) =>
    nameKey(name) === '' ? '' : `${location_id} ${name}`;
  const namesakes = countsOf(greenhouses.map(keyOf));
  const holders = new Map<string, number>();
  for (const { map_id } of greenhouses) if (map_id !== null) holders.set(map_id, (holders.get(map_id) ?? 0) + 1);
  const isElsewhere = ({ id, map_id }: { readonly id: string; readonly map_id: string | null }) =>
    map_id !== null && maps.has(map_id) && maps.get(map_id) !== id;
  return greenhouses.flatMap((one) =>
    findingsOf(one, [
      ...entryIf(!known.has(one.location_id), 'error', 'The greenhouse stands at no location.'),
      ...entryIf(one.map_id !== null && !maps.has(one.map_id), 'error', `The map "${one.map_id}" does not exist.`),
      ...entryIf((holders.get(one.map_id ?? '') ?? 0) > 1, 'error', `Another greenhouse has the map "${one.map_id}" too.`),
      ...entryIf(
        isElsewhere(one),
        'error',
        `The map "${one.map_id}" is seen by the people of another greenhouse: give it to this one again.`,
      ),
      ...entryIf(one.map_id === null && !one.archived, 'info', 'The greenhouse has no map.'),
      ...entryIf(namesakes(keyOf(one)) > 1, 'warning', 'Another greenhouse of the location has the same name.'),
    ]),
  );
}

function ofDevices({ organisations, locations, devices, deployments }: OrganisationFacts): readonly Finding[] {
  const owners = new Set(organisations.map(({ id }) => id));
  const owned = new Set(locations.filter(({ owned_by }) => owners.has(owned_by)).map(({ id }) => id));
  const placeOf = new Map(deployments.map(({ device_serial, location_id }) => [device_serial, location_id]));
  const namesakes = countsOf(devices.filter((device) => !isDecommissioned(device)).map(({ name }) => name));
  return devices.flatMap((device) => {
    const place = placeOf.get(device.serial);
    const isGone = isDecommissioned(device);
    return findingsOf({ id: device.serial, name: device.name }, [
      ...entryIf(place !== undefined && !owned.has(place), 'error', 'The device is deployed at a location of nobody.'),
      ...entryIf(place !== undefined && isGone, 'error', 'The device is decommissioned and still deployed.'),
      ...entryIf(place === undefined && isOperational(device) && !isGone, 'warning', 'The device is operational and not deployed.'),
      ...entryIf(!isGone && namesakes(device.name) > 1, 'warning', 'Another device has the same name.'),
    ]);
  });
}

/** Returns the findings of the validation of organisations, locations, greenhouses and devices. Source: VAL7..VAL11. */
export const organisationFindings = (facts: OrganisationFacts): readonly Finding[] => [
  ...ofOrganisations(facts),
  ...ofLocations(facts),
  ...ofGreenhouses(facts),
  ...ofDevices(facts),
];
