import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/tables.ts';
import { logOnce } from '../platform/logOnce.ts';
import { oneAtATime } from '../platform/oneAtATime.ts';

/** Owners of devices and groups of organisations, in memory because every request and every push reads them. */
export interface OwnershipRegistry {
  /** Returns the organisation a device works for now; null while it is not deployed, undefined for an unknown device. */
  readonly organisationOfDevice: (serial: string) => string | null | undefined;
  /** Returns the organisations whose authentication group is among these. */
  readonly organisationsOf: (groups: readonly string[]) => ReadonlySet<string>;
  /** Reloads the registry: everything written before the call is visible after it. On failure the last values stay and the error is thrown. */
  readonly refresh: () => Promise<void>;
}

async function readOwners(database: Kysely<Database>): Promise<ReadonlyMap<string, string | null>> {
  const rows = await database
    .selectFrom('device')
    .leftJoin('deployment', (join) => join.onRef('deployment.device_serial', '=', 'device.serial').on('deployment.closed_date', 'is', null))
    .leftJoin('location', 'location.id', 'deployment.location_id')
    .select(['device.serial', 'location.owned_by'])
    .execute();
  return new Map(rows.map((row) => [row.serial, row.owned_by]));
}

async function readGroups(database: Kysely<Database>): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.selectFrom('organisation').select(['id', 'authentication_group']).execute();
  const byGroup = new Map<string, string[]>();
  for (const { id, authentication_group: group } of rows) {
    if (group !== null && group !== '') byGroup.set(group, [...(byGroup.get(group) ?? []), id]);
  }
  return byGroup;
}

/** Opens the registry of a database, loaded once. */
export async function openOwnershipRegistry(database: Kysely<Database>): Promise<OwnershipRegistry> {
  let owners: ReadonlyMap<string, string | null> = new Map();
  let organisations: ReadonlyMap<string, readonly string[]> = new Map();
  // One at a time: of two concurrent loads the older result could overwrite the newer one.
  const refresh = oneAtATime(async () => {
    const [newOwners, newOrganisations] = await Promise.all([readOwners(database), readGroups(database)]);
    owners = newOwners;
    organisations = newOrganisations;
  });
  await refresh();
  return {
    organisationOfDevice: (serial) => owners.get(serial),
    organisationsOf: (groups) => new Set(groups.flatMap((group) => organisations.get(group) ?? [])),
    refresh,
  };
}

/** Refresh interval of the ownership registry, in ms. */
const REFRESH_MS = 2_000;

/** Refreshes the registry at an interval; returns the function that stops it. While the database is unavailable the last values stay. */
export function keepFresh(registry: OwnershipRegistry, log: Logger): () => void {
  const outcome = logOnce(log, { lost: 'cannot read who owns what; the former knowledge stays', back: 'who owns what is read again' });
  const timer = setInterval(() => {
    registry.refresh().then(outcome.worked, outcome.failed);
  }, REFRESH_MS);
  return () => clearInterval(timer);
}
