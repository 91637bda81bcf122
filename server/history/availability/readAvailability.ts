/** The availability of devices in a span: sums of their hours and error periods, by device, or by location or organisation at the time. */

import { type Kysely, sql } from 'kysely';
import type { AvailabilityGroup, AvailabilityRow } from '#contract/history';
import { HOUR_MS } from '#domain/text/timeUnits';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { covers } from '../../locations/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import { newestHours } from '../activity/newestHours.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';
import { countedUntil, deviceParts, type HourTimes, readHourTimes, TIMES_AT_ONCE } from '../rollups/readRollups.ts';
import { deployedTimes, type DeployedTime } from './deployedTimes.ts';
import { heldHours } from './heldHours.ts';

/** The query: a span, a scope and a group, optionally for one location. */
export interface AvailabilityQuestion extends TimeSpan {
  readonly scope: Scope;
  readonly group: AvailabilityGroup;
  readonly locationId: string | undefined;
  /** The current time, ms since epoch; the span is counted up to it. */
  readonly now: number;
  /** Days for which hours are kept; 0 keeps them forever. */
  readonly rollupDays: number;
}

/** The rows of a response, the span of the counted hours (null if no hour is counted), and the files that could not be read. */
export interface Availability {
  readonly counted: TimeSpan | null;
  readonly rows: readonly AvailabilityRow[];
  readonly unreadable: readonly UnreadableFile[];
}

/** The sums of one deployment; times in ms. */
interface Sums {
  readonly time: DeployedTime;
  online: number;
  treating: number;
  error: number;
  errors: number;
  recoveries: number;
  recovery: number;
}

/** Returns the overlap of two spans, in ms; `until` is null while a period lasts. */
const overlap = ({ from, to }: TimeSpan, time: Pick<DeployedTime, 'from' | 'until'>): number =>
  Math.max(0, Math.min(to, time.until ?? Number.POSITIVE_INFINITY) - Math.max(from, time.from));

/** Adds an hour to the deployments of its device for its organisation; several deployments share the hour in proportion to their parts of it. */
function addHour(own: readonly Sums[], { organisation, hour, onlineMs, treatingMs, errorMs }: HourTimes): void {
  const span = { from: hour, to: hour + HOUR_MS };
  const parts = own.flatMap((sums) => {
    const ms = sums.time.organisation === organisation ? overlap(span, sums.time) : 0;
    return ms === 0 ? [] : [{ sums, ms }];
  });
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  for (const { sums, ms } of parts) {
    sums.online += (onlineMs * ms) / whole;
    sums.treating += (treatingMs * ms) / whole;
    sums.error += (errorMs * ms) / whole;
  }
}

/** Adds the errors that began in a span to the deployments in which they began; the duration of an error counts if it ended in the same deployment. */
async function addErrors(database: Kysely<Database>, byId: ReadonlyMap<string, Sums>, { from, to }: TimeSpan): Promise<void> {
  const hasRecovered = sql`period.next_state is not null and period.stop_time <= coalesce(deployed.closed_date, period.stop_time)`;
  const { rows } = await sql<{ id: string; errors: number; recoveries: number; seconds: number }>`
    select deployed.id, count(*)::int as errors, count(*) filter (where ${hasRecovered})::int as recoveries,
      coalesce(sum(extract(epoch from period.stop_time - period.start_time)) filter (where ${hasRecovered}), 0)::float8 as seconds
    from deployment as deployed join error_period as period on period.serial = deployed.device_serial and period.start_time >= deployed.creation_date
      and period.start_time < coalesce(deployed.closed_date, 'infinity') and period.start_time >= ${new Date(from)} and period.start_time < ${new Date(to)}
    where deployed.id = any (${[...byId.keys()]}::text[]) group by deployed.id`.execute(database);
  for (const { id, errors, recoveries, seconds } of rows) {
    const sums = byId.get(id);
    if (sums === undefined) continue;
    sums.errors += errors;
    sums.recoveries += recoveries;
    sums.recovery += seconds * 1_000;
  }
}

/**
 * Adds the counted hours of a span, and counts its newest hours from their reports. Returns the end of the counted hours, and the files that could not be read.
 */
async function addHours(
  store: HistoryStore,
  bySerial: ReadonlyMap<string, readonly Sums[]>,
  { from, to }: TimeSpan,
  servicesOf: OwnershipRegistry['servicesOf'],
) {
  const span = { from, to, serials: [...bySerial.keys()] };
  const add = (hour: HourTimes) => addHour(bySerial.get(hour.serial) ?? [], hour);
  const counted = Math.max(from, await countedUntil(store.database, span));
  // Each hour belongs to the organisation of its time. The last report before a change of owner counts until the next report, which belongs to the next owner.
  const devices = span.serials.map((serial) => ({ serial, times: 'all' as const }));
  const newest = await newestHours(store, { from: counted, to, devices }, servicesOf);
  await mapInTurns(newest ?? [], add);
  const unreadable = new Map<string, UnreadableFile>();
  for (const part of deviceParts(span, TIMES_AT_ONCE)) {
    const read = await readHourTimes(store.database, store.parquets, part);
    for (const file of read.unreadable) unreadable.set(file.name, file);
    await mapInTurns(read.hours, add);
  }
  return { until: newest === null ? Math.min(to, counted) : to, unreadable: [...unreadable.values()] };
}

type Naming = Pick<AvailabilityRow, 'serial' | 'location_id' | 'organisation_id' | 'name' | 'organisation_name'>;

/** Returns a function that returns the ids and names in the row of a deployment. */
const namingOf =
  ({ group, scope }: AvailabilityQuestion, ownerOf: OwnershipRegistry['organisationOfDevice']) =>
  ({ serial, locationId, locationOwner, organisation, deviceName, locationName, organisationName }: DeployedTime): Naming => {
    const owner = { organisation_id: organisation, organisation_name: organisationName };
    if (group === 'organisation') return { ...owner, name: organisationName };
    if (group === 'location') return { ...owner, location_id: locationId, name: covers(scope, locationOwner) ? locationName : locationId };
    return { ...owner, serial, name: covers(scope, ownerOf(serial) ?? null) ? deviceName : serial };
  };

const seconds = (ms: number): number => Math.round(ms) / 1_000;
const byName = (one: AvailabilityRow, other: AvailabilityRow): number =>
  one.name === other.name ? (one.organisation_name < other.organisation_name ? -1 : 1) : one.name < other.name ? -1 : 1;

/** Returns the rows of deployments, sorted by name. */
async function rowsOf(
  all: readonly Sums[],
  counted: TimeSpan | null,
  nameOf: (time: DeployedTime) => Naming,
): Promise<readonly AvailabilityRow[]> {
  const groups = new Map<string, { readonly naming: Naming; readonly sums: Sums[] }>();
  await mapInTurns(all, (sums) => {
    const naming = nameOf(sums.time);
    const key = JSON.stringify([naming.serial, naming.location_id, naming.organisation_id]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { naming, sums: [sums] });
    else known.sums.push(sums);
  });
  const rows = await mapInTurns([...groups.values()], ({ naming, sums }): AvailabilityRow => {
    const sumOf = (value: (own: Sums) => number) => sums.reduce((sum, own) => sum + value(own), 0);
    return {
      ...naming,
      devices: new Set(sums.map(({ time }) => time.serial)).size,
      held_seconds: seconds(counted === null ? 0 : sumOf(({ time }) => overlap(counted, time))),
      online_seconds: seconds(sumOf(({ online }) => online)),
      treating_seconds: seconds(sumOf(({ treating }) => treating)),
      error_seconds: seconds(sumOf(({ error }) => error)),
      errors: sumOf(({ errors }) => errors),
      recoveries: sumOf(({ recoveries }) => recoveries),
      recovery_seconds: seconds(sumOf(({ recovery }) => recovery)),
    };
  });
  return rows.toSorted(byName);
}

/** Returns the availability of a scope's devices while they worked for its organisations. */
export async function readAvailability(
  store: HistoryStore,
  question: AvailabilityQuestion,
  { servicesOf, organisationOfDevice }: Pick<OwnershipRegistry, 'servicesOf' | 'organisationOfDevice'>,
): Promise<Availability> {
  const { locationId } = question;
  const isWanted = ({ time }: Sums) => locationId === undefined || time.locationId === locationId;
  const times = await deployedTimes(store.database, question.scope, question);
  const all = times.map((time): Sums => ({ time, online: 0, treating: 0, error: 0, errors: 0, recoveries: 0, recovery: 0 }));
  // An hour in which a device changed its location belongs to both locations, so all deployments of the device are needed to share it.
  const bySerial = new Map([...groupBy(all, ({ time }) => time.serial)].filter(([, own]) => own.some(isWanted)));
  const held = bySerial.size === 0 ? null : await heldHours(store, question, question);
  const hours = held === null ? null : await addHours(store, bySerial, held, servicesOf);
  const counted = held === null || hours === null || hours.until <= held.from ? null : { from: held.from, to: hours.until };
  if (counted !== null) await addErrors(store.database, new Map(all.map((sums) => [sums.time.id, sums])), counted);
  const rows = await rowsOf(all.filter(isWanted), counted, namingOf(question, organisationOfDevice));
  return { counted, rows, unreadable: hours?.unreadable ?? [] };
}
