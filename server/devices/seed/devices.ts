import type { Device } from '#contract/devices/device';
import { DAY_MS } from '#domain/text/timeUnits';
import { demoMetadata } from './metadata.ts';
import type { Deployment, Greenhouse } from '#contract/place';
import type { DemoMap } from '../../maps/seed/siteMaps.ts';
import { between, type Random } from '#domain/random/random';
import { roster, type RosterRow } from './roster.ts';

/** Age of `last_seen` by life cycle stage, in ms; 60 s for other stages. */
const SILENT_MS: Readonly<Record<string, number>> = { DECOMMISSIONED: 6 * DAY_MS, SERVICE: 11_520_000 };
const instant = (ms: number) => new Date(ms).toISOString();

interface DemoOptions {
  readonly count: number;
  readonly now: number;
  readonly greenhouses: readonly Greenhouse[];
  readonly maps: readonly DemoMap[];
  readonly random: Random;
}

/** Generates devices and their deployments: the roster first, then numbered Lumions and Divos at the added locations. */
export function demoDevices({ count, now, greenhouses, maps, random }: DemoOptions): {
  devices: readonly Device[];
  deployments: readonly Deployment[];
} {
  const mapById = new Map(maps.map((map) => [map.id, map]));
  const locationOf = new Map(greenhouses.map((greenhouse) => [greenhouse.id, greenhouse.location_id]));
  const rows = [...roster.slice(0, count), ...addedRows(count - roster.length, maps)];
  const devices = rows.map((row) => {
    const map = row[5] === null ? undefined : mapById.get(row[5]);
    return demoDevice({ row, map, locationId: map && locationOf.get(map.greenhouse_id), now, random });
  });
  const deployments = devices.flatMap(({ serial, active_deployment }): Deployment[] =>
    active_deployment?.creation_date
      ? [{ ...active_deployment, creation_date: active_deployment.creation_date, device_serial: serial }]
      : [],
  );
  return { devices, deployments };
}

interface Made {
  readonly row: RosterRow;
  readonly map: DemoMap | undefined;
  readonly locationId: string | undefined;
  readonly now: number;
  readonly random: Random;
}

function demoDevice({ row, map, locationId, now, random }: Made): Device {
  const [serial, name, device_type, hardware_revision_id, life_cycle_stage] = row;
  const firstSeen = now - between(90, 900, random) * DAY_MS;
  const wasSeen = life_cycle_stage !== 'PRODUCTION';
  const lastSeen = now - (SILENT_MS[life_cycle_stage] ?? 60_000);
  return {
    serial,
    name,
    client_name: null,
    device_type,
    hardware_revision_id,
    life_cycle_stage,
    first_seen: wasSeen ? instant(firstSeen) : null,
    last_seen: wasSeen ? instant(lastSeen) : null,
    metadata: demoMetadata(device_type, serial, random),
    active_deployment:
      locationId === undefined
        ? null
        : { id: `dep-${serial.toLowerCase()}`, location_id: locationId, creation_date: instant(firstSeen + 5 * DAY_MS) },
    has_wifi: wasSeen ? random() < 0.8 : null,
    site_id: map?.id ?? null,
    site_version: map?.versions[0] ?? null,
  };
}

/** Generates the devices beyond the roster, distributed over the maps of the added locations. */
function addedRows(count: number, maps: readonly DemoMap[]): readonly RosterRow[] {
  const free = maps.filter(({ id }) => id.startsWith('nursery-'));
  return Array.from({ length: Math.max(0, count) }, (_, index): RosterRow => {
    const number = String(index + 1).padStart(5, '0');
    const map = free[index % free.length]?.id ?? null;
    return index % 10 === 9
      ? [`DV-${number}-25`, `Divo ${number}`, 'DIV01', 'DV-R2', 'OPERATIONAL', map]
      : [`LF-${number}-25`, `Lumion ${number}`, 'LUMION_FIX', 'LF-R3', 'OPERATIONAL', map];
  });
}
