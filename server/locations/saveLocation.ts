/** Creates and updates locations; a changed owner restarts the deployments there. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { BodyOf } from '#contract/call';
import type { postCreateLocation, postUpdateLocation } from '#contract/location';
import type { Location } from '#contract/place';
import { coordinatesProblem, type Coordinates } from '#domain/places/coordinates';
import { LOCATION_NAME_TAKEN, type LocationFields, locationFields, locationProblems } from '#domain/places/location';
import { noteChange } from '../platform/audit/changes.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid } from '../platform/failure/failure.ts';
import type { Principal, Scope, ScopedCaller } from '../platform/principal.ts';
import { refuseArchived } from './refuseArchived.ts';
import { insertLocations, singleRow } from './insertPlaces.ts';
import { covers } from './visibility.ts';
import { changedTexts, emptyToNull, presentTexts, refuseProblems, requireAdminFor, runSerially } from './placeValidation.ts';

async function ownersIn(tx: Transaction<Database>, scope: Scope): Promise<readonly string[]> {
  const rows = await tx.selectFrom('organisation').select('id').execute();
  return rows.flatMap(({ id }) => (covers(scope, id) ? [id] : []));
}

/** Throws the problems of the written fields. */
async function check(tx: Transaction<Database>, scope: Scope, fields: LocationFields, written: object, id: string | null): Promise<void> {
  const others = await tx
    .selectFrom('location')
    .select(['id', 'name', 'owned_by', 'archived'])
    .where('owned_by', '=', fields.owned_by)
    .execute();
  const problems = locationProblems(fields, {
    owners: await ownersIn(tx, scope),
    others: others.filter((other) => other.id !== id),
  });
  // With a new owner, the name competes with other names, so it is checked again.
  const named = 'owned_by' in written ? { ...written, name: fields.name } : written;
  refuseProblems(problems, { ...named }, [LOCATION_NAME_TAKEN]);
  if ('owned_by' in written)
    refuseArchived(await tx.selectFrom('organisation').select(['name', 'archived']).where('id', '=', fields.owned_by).executeTakeFirst());
}

const rowOf = ({ name, client_name, address, owned_by, timezone }: LocationFields) => ({
  name,
  client_name: emptyToNull(client_name),
  address: emptyToNull(address),
  owned_by,
  timezone,
});

/** Returns the coordinates after a change: missing ones are kept, null removes them. Throws 400 if changed coordinates are incomplete or not valid degrees. */
function coordinatesAfter(
  known: Coordinates,
  { latitude, longitude }: Partial<Record<keyof Coordinates, number | null | undefined>>,
): Coordinates {
  const after = {
    latitude: latitude === undefined ? known.latitude : latitude,
    longitude: longitude === undefined ? known.longitude : longitude,
  };
  const isKept = after.latitude === known.latitude && after.longitude === known.longitude;
  const problem = isKept ? undefined : coordinatesProblem(after);
  if (problem !== undefined) throw invalid(problem);
  return after;
}

const NOWHERE: Coordinates = { latitude: null, longitude: null };

/** Creates a location of an organisation inside the scope. */
export function createLocation(
  database: Kysely<Database>,
  { scope }: ScopedCaller,
  body: BodyOf<typeof postCreateLocation>,
): Promise<Location> {
  const { latitude, longitude, ...texts } = body;
  const at = coordinatesAfter(NOWHERE, { latitude, longitude });
  const fields = locationFields({ ...texts, client_name: '', address: body.address ?? '' });
  return runSerially(database, async (tx) => {
    await check(tx, scope, fields, fields, null);
    const row = { id: `loc-${randomUUID()}`, ...at, ...rowOf(fields) };
    const created = singleRow(await insertLocations(tx, [row]));
    noteChange(null, created);
    return created;
  });
}

/** Restarts the deployments at a location for its current owner; the returned function announces the restart after the commit. Source: SEE6. */
export type Redeploy = (tx: Transaction<Database>, location: string, caller: Principal) => Promise<() => Promise<void>>;

/** A change of a location. */
interface LocationChange {
  readonly id: string;
  readonly body: BodyOf<typeof postUpdateLocation>;
  readonly redeploy: Redeploy;
}

/** Changes the given fields of a location; the others are kept, including concurrent changes by another user. */
export async function updateLocation(
  database: Kysely<Database>,
  { caller, scope }: ScopedCaller,
  { id, body, redeploy }: LocationChange,
): Promise<Location> {
  const { location, announce } = await runSerially(database, async (tx) => {
    const row = await tx.selectFrom('location').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, row.owned_by)) throw createFailure('noLocation');
    requireAdminFor(caller, body.owned_by, 'the owner of a location');
    const known = { ...row, client_name: row.client_name ?? '', address: row.address ?? '' };
    const { latitude, longitude, ...texts } = body;
    const at = coordinatesAfter(row, { latitude, longitude });
    const given = presentTexts(texts);
    const fields = locationFields({ ...known, ...given });
    await check(tx, scope, fields, changedTexts(given, row), id);
    // The password of a network is a secret of the owner, so the next owner enters another one.
    if (row.owned_by !== fields.owned_by) await tx.deleteFrom('location_network').where('location_id', '=', id).execute();
    const changed = await tx
      .updateTable('location')
      .set({ ...rowOf(fields), ...at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    noteChange(row, changed);
    return { location: changed, announce: row.owned_by === changed.owned_by ? () => Promise.resolve() : await redeploy(tx, id, caller) };
  });
  await announce();
  return location;
}
