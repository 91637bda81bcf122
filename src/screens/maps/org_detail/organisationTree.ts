import type { AnswerOf } from '#contract/call';
import type { Deployment, getOrganisation, Greenhouse, Location, LocationTree } from '#contract/place';
import type { FleetRow } from '#state/fleetRows';

/** A device that works at a location; `row` is undefined where the list of devices does not know it. */
export interface TreeDevice {
  readonly serial: string;
  readonly row: FleetRow | undefined;
}

/** A location with what stands and works there. */
export interface TreeLocation {
  readonly location: Location;
  readonly greenhouses: readonly Greenhouse[];
  readonly devices: readonly TreeDevice[];
}

interface Known {
  readonly answered: AnswerOf<typeof getOrganisation>['result'];
  readonly locations: readonly Location[];
  readonly greenhouses: readonly Greenhouse[];
  readonly deployments: readonly Deployment[];
  readonly rows: readonly FleetRow[];
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name, 'en', { numeric: true });

/** The locations of an organisation, by name. What a server leaves out of its answer is taken from the lists. Source: LOC-034, OPEN-67. */
export function organisationTree({ answered, locations, greenhouses, deployments, rows }: Known): readonly TreeLocation[] {
  const rowOf = new Map(rows.map((row) => [row.device.serial, row]));
  const placed: readonly LocationTree[] = answered.locations ?? locations.filter(({ owned_by }) => owned_by === answered.id);
  return placed.toSorted(byName).map((location) => {
    const serials = location.deployments ?? deployments.filter(({ location_id }) => location_id === location.id);
    const devices = serials.map(({ device_serial: serial }) => ({ serial, row: rowOf.get(serial) }));
    return {
      location,
      greenhouses: (location.greenhouses ?? greenhouses.filter(({ location_id }) => location_id === location.id)).toSorted(byName),
      devices: devices.toSorted((a, b) =>
        (a.row?.device.name ?? a.serial).localeCompare(b.row?.device.name ?? b.serial, 'en', { numeric: true }),
      ),
    };
  });
}
