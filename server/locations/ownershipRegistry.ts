import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Service } from '#domain/devices/ownershipPeriods';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/failure/logOnce.ts';
import { oneAtATime } from '../platform/oneAtATime.ts';

/**
 * The ownership registry: the current and former owners of all devices, and the groups of organisations. It is in memory because every request and every push
 * reads it.
 */
export interface OwnershipRegistry {
  /** Returns the organisation that a device works for now; null while it is not deployed, undefined for an unknown device. */
  readonly organisationOfDevice: (serial: string) => string | null | undefined;
  /** Returns the periods in which a device worked for organisations, oldest first; undefined for an unknown device. */
  readonly servicesOf: (serial: string) => readonly Service[] | undefined;
  /** Ends the current period of a device whose deployment was closed, so that pushes stop before the next refresh. `at` in ms since epoch. */
  readonly endService: (serial: string, at: number) => void;
  /** Returns the organisations whose authentication group is among these. Equal groups return the same set object until the next refresh. */
  readonly organisationsOf: (groups: readonly string[]) => ReadonlySet<string>;
  /** Reloads the registry: everything written before the call is visible after it. On failure the previous values are kept and the error is thrown. */
  readonly refresh: () => Promise<void>;
}

type Services = ReadonlyMap<string, readonly Service[]>;

async function readServices(database: Kysely<Database>): Promise<Services> {
  const rows = await database
    .selectFrom('device')
    .leftJoin('deployment', 'deployment.device_serial', 'device.serial')
    .select(['device.serial', 'deployment.organisation', 'deployment.creation_date', 'deployment.closed_date'])
    .orderBy('deployment.creation_date')
    .execute();
  const services = new Map<string, Service[]>();
  for (const { serial, organisation, creation_date, closed_date } of rows) {
    const known = services.get(serial) ?? [];
    services.set(serial, known);
    if (organisation === null || creation_date === null) continue;
    known.push({ organisation, from: creation_date.getTime(), until: closed_date?.getTime() ?? null });
  }
  return services;
}

async function readGroups(database: Kysely<Database>): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.selectFrom('organisation').select(['id', 'authentication_group']).execute();
  const byGroup = new Map<string, string[]>();
  for (const { id, authentication_group: group } of rows) {
    if (group !== null && group !== '') byGroup.set(group, [...(byGroup.get(group) ?? []), id]);
  }
  return byGroup;
}

/** Returns the lookup of organisations by groups. It caches its results, since every batch of pushes needs them for every socket. */
function knownOrganisations(byGroup: ReadonlyMap<string, readonly string[]>) {
  const known = new Map<string, ReadonlySet<string>>();
  return (groups: readonly string[]): ReadonlySet<string> => {
    // Unlike a joined text, this key is never equal for different groups, whatever their names.
    const key = JSON.stringify(groups);
    const organisations = known.get(key) ?? new Set(groups.flatMap((group) => byGroup.get(group) ?? []));
    known.set(key, organisations);
    return organisations;
  };
}

/** Returns the periods after ending the one that contains an instant; a period that began at that instant belongs to the next owner. */
const ended = (services: readonly Service[], at: number): readonly Service[] =>
  services.map((service) => (service.until === null && service.from < at ? { ...service, until: at } : service));

/** Opens the ownership registry of a database and loads it once. */
export async function openOwnershipRegistry(database: Kysely<Database>): Promise<OwnershipRegistry> {
  let services = new Map<string, readonly Service[]>();
  let organisationsOf = knownOrganisations(new Map());
  let loads = 0;
  // Periods that ended during a load, whose result may be older than their ends.
  const endings = new Map<string, { readonly at: number; readonly load: number }>();
  // Loads run one at a time: of two concurrent loads, the older result could overwrite the newer one.
  const refresh = oneAtATime(async () => {
    loads += 1;
    const load = loads;
    const [newServices, newOrganisations] = await Promise.all([readServices(database), readGroups(database)]);
    const newest = new Map(newServices);
    for (const [serial, ending] of endings) {
      if (ending.load < load) endings.delete(serial);
      else newest.set(serial, ended(newest.get(serial) ?? [], ending.at));
    }
    services = newest;
    organisationsOf = knownOrganisations(newOrganisations);
  });
  await refresh();
  return {
    organisationOfDevice: (serial) => {
      const known = services.get(serial);
      return known === undefined ? undefined : (known.find(({ until }) => until === null)?.organisation ?? null);
    },
    servicesOf: (serial) => services.get(serial),
    endService: (serial, at) => {
      endings.set(serial, { at, load: loads });
      services.set(serial, ended(services.get(serial) ?? [], at));
    },
    organisationsOf: (groups) => organisationsOf(groups),
    refresh,
  };
}

/** Refresh interval of the ownership registry, in ms. */
const REFRESH_MS = 2_000;

/** Refreshes the registry at an interval; returns the stop function. While the database is unavailable, the last values are kept. */
export function refreshPeriodically(registry: OwnershipRegistry, log: Logger): () => void {
  const outcome = logOnce(log, { lost: 'cannot read who owns what; the former knowledge stays', back: 'who owns what is read again' });
  const timer = setInterval(() => {
    registry.refresh().then(outcome.worked, outcome.failed);
  }, REFRESH_MS);
  return () => clearInterval(timer);
}
