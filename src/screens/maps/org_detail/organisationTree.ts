import type { AnswerOf } from '#contract/call';
import type { Deployment, getOrganisation, Greenhouse, Location, LocationTree } from '#contract/place';
import { byText } from '#domain/text/byText';
import { namedAll } from '#domain/text/displayNames';
import { withoutArchived } from '#domain/places/withoutArchived';
import type { FleetRow } from '#state/fleetRows';

/** A device deployed at a location; `row` is undefined if the device list lacks it. */
export interface TreeDevice {
  readonly serial: string;
  readonly row: FleetRow | undefined;
}

/** A location with its greenhouses and devices. */
export interface TreeLocation {
  readonly location: Location;
  readonly greenhouses: readonly Greenhouse[];
  readonly devices: readonly TreeDevice[];
}

interface Known {
  readonly answered: AnswerOf<typeof getOrganisation>['result'];
  readonly locations: readonly Location[];
  readonly greenhouses: readonly Greenhouse[];
  readonly deployments: readonly Pick<Deployment, 'device_serial' | 'location_id'>[];
  readonly rows: readonly FleetRow[];
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => byText(a.name, b.name);

/**
 * Returns the locations of an organisation (`TreeLocation`, `TreeDevice`), sorted by name. Parts that the response omits are taken from the
 * lists. Source: LOC-034, OPEN-67, NAMED2.
 */
export function organisationTree({ answered, locations, greenhouses, deployments, rows }: Known): readonly TreeLocation[] {
  const rowOf = new Map(rows.map((row) => [row.device.serial, row]));
  const placed: readonly LocationTree[] = answered.locations ?? locations.filter(({ owned_by }) => owned_by === answered.id);
  // An archived organisation has archived locations only, so they are shown instead of hidden.
  const shown = answered.archived === true ? placed : withoutArchived(placed);
  return namedAll(shown)
    .toSorted(byName)
    .map((location) => {
      const serials = location.deployments ?? deployments.filter(({ location_id }) => location_id === location.id);
      const devices = serials.map(({ device_serial: serial }) => ({ serial, row: rowOf.get(serial) }));
      const houses = location.greenhouses ?? greenhouses.filter(({ location_id }) => location_id === location.id);
      return {
        location,
        greenhouses: namedAll(location.archived === true ? houses : withoutArchived(houses)).toSorted(byName),
        devices: devices.toSorted((a, b) => byText(a.row?.device.name ?? a.serial, b.row?.device.name ?? b.serial)),
      };
    });
}
