import type { Kysely } from 'kysely';
import { getDeployments, getGreenhouses, getLocations, getOrganisation, getOrganisations } from '#contract/place';
import { createFailure } from '../platform/failure/catalogue.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { organisationFor } from './findPlace.ts';
import type { Scope, ScopedCaller } from '../platform/principal.ts';
import { covers } from './visibility.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from './ownershipRegistry.ts';
import { groupBy } from '../platform/groupBy.ts';

/** Dependencies of reading places. */
export interface PlaceDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
}

type PlaceCall = 'getDeployments' | 'getLocations' | 'getGreenhouses' | 'getOrganisations' | 'getOrganisation';

// SQL has no empty list, so the empty text, which is not an id, takes its place.
const idsOf = (scope: ReadonlySet<string>): string[] => ['', ...scope];

const deployments = ({ database }: PlaceDependencies, scope: Scope) => {
  const query = database
    .selectFrom('deployment')
    .innerJoin('location', 'location.id', 'deployment.location_id')
    .where('deployment.closed_date', 'is', null);
  return scope === 'all' ? query : query.where('location.owned_by', 'in', idsOf(scope));
};
const locations = ({ database }: PlaceDependencies, scope: Scope) => {
  const query = database.selectFrom('location');
  return scope === 'all' ? query : query.where('owned_by', 'in', idsOf(scope));
};
const greenhouses = ({ database }: PlaceDependencies, scope: Scope) => {
  const query = database.selectFrom('greenhouse').innerJoin('location', 'location.id', 'greenhouse.location_id');
  return scope === 'all' ? query : query.where('location.owned_by', 'in', idsOf(scope));
};
const organisations = ({ database }: PlaceDependencies, scope: Scope) => {
  const query = database.selectFrom('organisation');
  return scope === 'all' ? query : query.where('id', 'in', idsOf(scope));
};

async function readOrganisation(dependencies: PlaceDependencies, { caller, scope }: ScopedCaller, id: string) {
  const row = await dependencies.database.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !covers(scope, row.id)) throw createFailure('noOrganisation');
  const [places, houses, placed] = await Promise.all([
    locations(dependencies, scope).selectAll().where('owned_by', '=', id).orderBy('name').execute(),
    greenhouses(dependencies, scope).selectAll('greenhouse').where('location.owned_by', '=', id).orderBy('greenhouse.name').execute(),
    deployments(dependencies, scope).selectAll('deployment').where('location.owned_by', '=', id).orderBy('device_serial').execute(),
  ]);
  const [housesOf, placedAt] = [groupBy(houses, ({ location_id }) => location_id), groupBy(placed, ({ location_id }) => location_id)];
  return {
    ...organisationFor(caller, row),
    locations: places.map((place) => ({
      ...place,
      greenhouses: [...(housesOf.get(place.id) ?? [])],
      deployments: (placedAt.get(place.id) ?? []).map(({ device_serial }) => ({ device_serial })),
    })),
  };
}

/** Creates the handlers that only read organisations, locations, greenhouses and deployments. */
export function placeHandlers(dependencies: PlaceDependencies): Pick<Handlers, PlaceCall> {
  return {
    getDeployments: serve(getDeployments, async ({ scope, query }) => {
      const { limit, offset } = windowOf(query);
      const found = deployments(dependencies, scope);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const fields = ['deployment.id', 'deployment.device_serial', 'deployment.location_id', 'deployment.creation_date'] as const;
      const rows = await found.select(fields).orderBy('deployment.id').limit(limit).offset(offset).execute();
      return { total, results: rows.map((row) => ({ ...row, creation_date: row.creation_date.toISOString() })) };
    }),
    getLocations: serve(getLocations, async ({ scope, query }) => {
      const { limit, offset } = windowOf(query);
      const found = locations(dependencies, scope);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { total, results: await found.selectAll().orderBy('name').orderBy('id').limit(limit).offset(offset).execute() };
    }),
    getGreenhouses: serve(getGreenhouses, async ({ scope, query }) => {
      const { limit, offset } = windowOf(query);
      const found = greenhouses(dependencies, scope);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = found.selectAll('greenhouse').orderBy('greenhouse.name').orderBy('greenhouse.id').limit(limit).offset(offset);
      return { total, results: await rows.execute() };
    }),
    getOrganisations: serve(getOrganisations, async ({ caller, scope, query }) => {
      const { limit, offset } = windowOf(query);
      const found = organisations(dependencies, scope);
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await found.selectAll().orderBy('name').orderBy('id').limit(limit).offset(offset).execute();
      return { total, results: rows.map((row) => organisationFor(caller, row)) };
    }),
    getOrganisation: serve(getOrganisation, async (request) => ({
      result: await readOrganisation(dependencies, request, request.params.id),
    })),
  };
}
