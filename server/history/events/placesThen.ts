/** The lists of devices and locations at an instant, in the form of their calls' responses. */

import { sql, type Kysely } from 'kysely';
import type { AnswerOf } from '#contract/call';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getLocations } from '#contract/place';
import { z } from '#contract/schema';
import type { Profile } from '#contract/identity';
import { keyOf, type RequestSpec } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import type { Database } from '../../platform/database/tables.ts';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { isWithin } from '#domain/devices/ownershipPeriods';
import type { Scope } from '../../platform/principal.ts';
import type { TimedEvent } from './eventLog.ts';

/** A placeholder user: a console shows the past with the rights of the person who is signed in now. */
const NOBODY: Profile = { username: '', email: '', groups: [], second_factor: true };

const NAMES = ['name', 'client_name', 'life_cycle_stage'] as const;
type Named = Pick<Device, (typeof NAMES)[number]>;
const oldNames = z.partial(z.object({ name: z.string(), client_name: z.nullable(z.string()), life_cycle_stage: z.string() }));

/** Returns the names of devices at an instant: the current ones, with every later change undone, newest first. */
async function namesThen(database: Kysely<Database>, serials: readonly string[], at: number): Promise<ReadonlyMap<string, Partial<Named>>> {
  const changes = await database
    .selectFrom('device_action')
    .select([
      'device_serial',
      // Only the names are read, because the metadata may be large.
      sql`(select jsonb_object_agg(key, value) from jsonb_each(old_value) where key = any (${[...NAMES]}::text[]))`.as('old_value'),
    ])
    .where('device_serial', 'in', serials)
    .where('action_type', '=', 'update')
    .where('at', '>', new Date(at))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const names = new Map<string, Partial<Named>>();
  for (const { device_serial: serial, old_value } of changes) {
    if (serial === null) continue;
    const old = oldNames.safeParse(old_value);
    if (old.success) names.set(serial, { ...names.get(serial), ...definedOf(old.data) });
  }
  return names;
}

const definedOf = (values: z.infer<typeof oldNames>): Partial<Named> =>
  Object.fromEntries(NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** The request of a list: the devices, and the instant. */
interface ListRequest {
  readonly devices: readonly ReadableDevice[];
  readonly at: number;
  /** The arrival of the newest report of each device before the instant, ms since epoch. */
  readonly lastSeen: ReadonlyMap<string, number>;
}

const seenText = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

const isOwnThen = ({ times }: ReadableDevice, at: number): boolean => times === 'all' || times.some((time) => isWithin(time, at));

/**
 * Returns the devices that the caller's organisations had at an instant, with their names and deployments at that time. Metadata is not part of the
 * history.
 */
async function devicesThen(database: Kysely<Database>, { devices, at, lastSeen }: ListRequest): Promise<AnswerOf<typeof getAllDevices>> {
  const serials = devices.filter((device) => isOwnThen(device, at)).map(({ serial }) => serial);
  if (serials.length === 0) return { result: [] };
  const instant = new Date(at);
  const [rows, names] = await Promise.all([
    database
      .selectFrom('device')
      .leftJoin('deployment', (join) =>
        join
          .onRef('deployment.device_serial', '=', 'device.serial')
          .on('deployment.creation_date', '<=', instant)
          .on((on) => on.or([on('deployment.closed_date', 'is', null), on('deployment.closed_date', '>', instant)])),
      )
      .select([
        'device.serial',
        'device.name',
        'device.client_name',
        'device.device_type',
        'device.hardware_revision_id',
        'device.life_cycle_stage',
        'device.first_seen',
        'deployment.id as deployment_id',
        'deployment.location_id',
        'deployment.creation_date',
      ])
      .where('device.serial', 'in', serials)
      .orderBy('device.serial')
      .execute(),
    namesThen(database, serials, at),
  ]);
  const result = rows.map(({ deployment_id, location_id, creation_date, first_seen, ...row }): Device => ({
    ...row,
    ...names.get(row.serial),
    first_seen: first_seen !== null && first_seen <= instant ? first_seen.toISOString() : null,
    last_seen: seenText(lastSeen.get(row.serial)),
    active_deployment:
      deployment_id === null || location_id === null
        ? null
        : { id: deployment_id, location_id, creation_date: creation_date?.toISOString() ?? null },
  }));
  return { result };
}

/** Returns the locations of the caller's organisations. A location always has its current name, because people know it by that name. */
async function locationsOf(database: Kysely<Database>, scope: Scope): Promise<AnswerOf<typeof getLocations>> {
  let query = database.selectFrom('location').select(['id', 'name', 'client_name', 'owned_by', 'timezone']).orderBy('id');
  if (scope !== 'all') query = query.where('owned_by', 'in', ['', ...scope]);
  const results = await query.execute();
  return { total: results.length, results };
}

const answered = (at: number, request: RequestSpec, answer: unknown): TimedEvent => ({
  at,
  event: { kind: 'request.succeeded', key: keyOf(request), call: request.call, answer },
});

/** Returns the list of devices as an event. */
export const deviceList = (at: number, devices: readonly Device[]): TimedEvent =>
  answered(at, fullListOf(getAllDevices), { result: devices });

/** Returns the devices with `last_seen` as it was known at an instant; a device missing in `lastSeen` is unchanged. */
export const seenBy = (devices: readonly Device[], lastSeen: ReadonlyMap<string, number | undefined>): readonly Device[] =>
  devices.map((device) => (lastSeen.has(device.serial) ? { ...device, last_seen: seenText(lastSeen.get(device.serial)) } : device));

/** The lists at the start of a span as events, with the devices and the time zones of the locations. */
interface PlacesThen {
  /** The first events of the span's log: a sign-in, and the lists of devices and locations. */
  readonly events: readonly TimedEvent[];
  readonly devicesThen: readonly Device[];
  readonly zoneOfLocation: ReadonlyMap<string, string | null>;
}

/** Returns the lists of devices and locations at an instant. */
export async function placesThen(
  database: Kysely<Database>,
  { scope, ...request }: ListRequest & { readonly scope: Scope },
): Promise<PlacesThen> {
  const [ofDevices, ofLocations] = await Promise.all([devicesThen(database, request), locationsOf(database, scope)]);
  const { at } = request;
  const events: readonly TimedEvent[] = [
    { at, event: { kind: 'session.opened', profile: NOBODY } },
    deviceList(at, ofDevices.result),
    answered(at, fullListOf(getLocations), ofLocations),
  ];
  const zones = ofLocations.results.map(({ id, timezone }): readonly [string, string | null] => [id, timezone ?? null]);
  return { events, devicesThen: ofDevices.result, zoneOfLocation: new Map(zones) };
}
