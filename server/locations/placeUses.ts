/** The uses of a place or a map, as SQL, by the table of `domain/places/archivable.ts`. */

import { sql, type RawBuilder } from 'kysely';
import { type Archivable, blockingUses, useNouns } from '#domain/places/archivable';
import { rowsWhere, type UseQuery } from '../platform/database/refuseUsed.ts';

type Rows = UseQuery['rows'];
type Act = keyof (typeof blockingUses)[Archivable];
/** Uses by people are excluded: `identity` counts the people, because it has the accounts. */
type SqlUse<Kind extends Archivable> = Exclude<(typeof blockingUses)[Kind][Act][number], 'person' | 'active'>;

/** Returns rows that belong to the owner of the place, whatever the scope. */
const own =
  (rows: RawBuilder<unknown>): Rows =>
  () =>
    rows;

/** Returns SQL for the maps of a greenhouse: its current one and those whose home it is. */
export const mapsOfGreenhouse = (id: string): RawBuilder<unknown> =>
  sql`(select id from site_map where greenhouse_id = ${id} union select map_id from greenhouse where id = ${id} and map_id is not null)`;
const one = (id: string): RawBuilder<unknown> => sql`(${id})`;

/** Returns SQL for the devices that report one of these maps as their site, each with the organisation for which it works and its location. */
const reporting = (maps: RawBuilder<unknown>, test: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select 1 from (select deployment.organisation, deployment.location_id from device_data
    left join deployment on deployment.device_serial = device_data.serial and deployment.closed_date is null
    where data_group = 'state_data' and data->>'site/site_id' in ${maps}) as device where ${test}`;

const onMaps = (maps: RawBuilder<unknown>): { readonly [Name in 'device' | 'treatment' | 'incident']: Rows } => ({
  device: (test) => reporting(maps, test),
  treatment: rowsWhere('treatment', sql`map_id in ${maps}`),
  incident: rowsWhere('incident', sql`map_id in ${maps}`),
});
const openDeployments = (location: string) => own(sql`select 1 from deployment where location_id = ${location} and closed_date is null`);

/** The rows of each kind of use. Archived places below the entity prevent its removal, but not its archiving. */
const rows: { readonly [Kind in Archivable]: (id: string, act: Act) => { readonly [Use in SqlUse<Kind>]: Rows } } = {
  organisation: (id, act) => ({
    location: own(sql`select name from location where owned_by = ${id} and ${counted(act)}`),
    deployment: rowsWhere('deployment', sql`organisation = ${id}`),
    treatment: rowsWhere('treatment', sql`organisation = ${id}`),
    incident: rowsWhere('incident', sql`organisation = ${id}`),
  }),
  location: (id, act) => ({
    greenhouse: own(sql`select name from greenhouse where location_id = ${id} and ${counted(act)}`),
    deployment: rowsWhere('deployment', sql`location_id = ${id}`),
    deployed: openDeployments(id),
  }),
  greenhouse: (id) => ({
    ...onMaps(mapsOfGreenhouse(id)),
    deployed: own(reporting(mapsOfGreenhouse(id), sql`location_id = (select location_id from greenhouse where id = ${id})`)),
  }),
  map: (id, act) => ({
    ...onMaps(one(id)),
    greenhouse: own(sql`select name from greenhouse where map_id = ${id} and ${counted(act)}`),
    deployed: own(reporting(one(id), sql`location_id is not null`)),
  }),
};

function counted(act: Act): RawBuilder<unknown> {
  return act === 'archive' ? sql`not archived` : sql`true`;
}

/** Returns the possible users of a place or a map, except people, in the order in which messages name them. Source: REMOVE1, ARCHIVE1. */
export function usesOf(kind: Archivable, act: Act, id: string): readonly UseQuery[] {
  const found: Readonly<Partial<Record<keyof typeof useNouns, Rows>>> = rows[kind](id, act);
  return blockingUses[kind][act].flatMap((use) => (found[use] === undefined ? [] : [{ rows: found[use], ...useNouns[use] }]));
}
