import type { SimInfo, SoftwareInfo } from '#contract/fleet/dataGroup';
import { MINUTE_MS } from '#domain/text/timeUnits';
import type { Company, DrivenMap } from '../company/company.ts';
import { lanesOf } from '../company/planShape.ts';
import type { PlanLane } from '../company/planShape.ts';
import { hex, type Random } from '#domain/random/random';
import type { RobotProperties } from './robot.ts';

type DemoDevice = Company['devices'][number];

/** Number of robots that upload automatically: the files of thousands would fill a disk. */
const UPLOADERS = 100;
/** The robot with a wrong clock, and its offset. */
const SLOW_CLOCK = { serial: 'LF-0162-24', offsetMs: -7 * MINUTE_MS } as const;
/** Device types that treat lanes; the others are implements that another device carries. */
const MISSION_TYPES: ReadonlySet<string> = new Set(['LUMION_FIX', 'XENION_CONNECT', 'XENION_A6', 'DIV01']);
const STATUSES = [
  'True',
  'True',
  'True',
  'False',
  'True',
  'MissingExpected',
  'True',
  'True',
  'PI_error',
  'True',
  'NUC_error',
  'True',
] as const;

/** Returns the constant properties of each robot: software, SIM, clock, type. Only devices that are deployed and have a map are included. */
export function propertiesOf(company: Company, random: Random): readonly RobotProperties[] {
  const maps = new Map(company.maps.map((map) => [map.id, map]));
  const lanes = new Map(company.maps.map(({ shape }) => [shape.id, lanesOf(shape)]));
  const customers = customersByLocation(company);
  return company.devices.flatMap((device, index): RobotProperties[] => {
    const map = device.site_id == null ? undefined : maps.get(device.site_id);
    const location = device.active_deployment?.location_id;
    if (map === undefined || location === undefined) return [];
    const customer = customers.get(location) ?? 'unknown';
    return [buildOf({ device, index, map, lanes: lanes.get(map.shape.id) ?? [], customer, random })];
  });
}

interface Parts {
  readonly device: DemoDevice;
  readonly index: number;
  readonly map: DrivenMap;
  readonly lanes: readonly PlanLane[];
  readonly customer: string;
  readonly random: Random;
}

function buildOf({ device, index, map, lanes, customer, random }: Parts): RobotProperties {
  const [newest = '', , old] = map.versions;
  return {
    serial: device.serial,
    deviceType: device.device_type,
    revision: device.hardware_revision_id ?? null,
    firstSeen: device.first_seen ?? null,
    index,
    shape: device.device_type === 'DIV01' ? 'docks' : 'tasks',
    takesMissions: MISSION_TYPES.has(device.device_type),
    plan: map.shape,
    lanes,
    mapId: map.id,
    mapVersion: newest,
    strayMap: index % 4 === 2 && old !== undefined ? { id: `${map.id}-trial`, version: old } : null,
    clockOffsetMs: device.serial === SLOW_CLOCK.serial ? SLOW_CLOCK.offsetMs : 0,
    software: softwareOf(index, random),
    sim: simOf(index, customer),
    hasWifi: device.has_wifi ?? false,
    uploadsItself: device.has_wifi === true && index < UPLOADERS,
  };
}

function softwareOf(index: number, random: Random): SoftwareInfo {
  return {
    software_version: index % 5 === 0 ? '5.11.0' : '5.12.3',
    software_hash: hex(40, random),
    software_status: STATUSES[index % STATUSES.length] ?? 'True',
    software_manually_started: index % 12 === 7,
  };
}

/** Returns the SIM: null for every eleventh robot, a Keep Alive plan for some, an exceeded limit for others. */
function simOf(index: number, customer: string): SimInfo | null {
  if (index % 11 === 8) return null;
  const isKeptAlive = index % 12 === 10;
  return {
    customer,
    rate_plan: isKeptAlive ? 'Keep Alive 10 MB' : index % 3 === 0 ? 'Robot EU 5 GB' : 'Robot EU 1 GB',
    status: 'Activated',
    overage_limit_reached: index % 9 === 4,
    overage_limit_override: index % 9 === 4,
  };
}

function customersByLocation({ organisations, locations }: Company): ReadonlyMap<string, string> {
  const names = new Map(organisations.map(({ id, name }) => [id, name]));
  return new Map(locations.map(({ id, owned_by }) => [id, names.get(owned_by) ?? owned_by]));
}
