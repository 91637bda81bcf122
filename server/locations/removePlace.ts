import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { seesEverything } from '#domain/people/rights';
import { usedText } from '#domain/text/usedText';
import { refuseUsed, rowsWhere, type Uses } from '../platform/database/refuseUsed.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict, forbidden, notFound } from '../platform/failure.ts';
import { inTurn } from './placeValidation.ts';
import type { Asker } from './saveLocation.ts';
import { covers } from './visibility.ts';

/** Uses that the owner of a place has itself, whatever the rows say. */
const ofOwner = (rows: RawBuilder<unknown>, one: string): Uses => ({ rows: () => rows, one, many: `${one}s` });
const history = (table: 'incident' | 'treatment' | 'deployment', test: RawBuilder<unknown>): Uses => ({
  rows: rowsWhere(table, test),
  one: table,
  many: `${table}s`,
});

/** Devices that report one of these maps as their site. */
const devicesOn = (maps: RawBuilder<unknown>): Uses => ({
  rows: (own) => sql`select 1 from (select device_data.serial, deployment.organisation from device_data
    left join deployment on deployment.device_serial = device_data.serial and deployment.closed_date is null
    where data_group = 'state_data' and data->>'site/site_id' in ${maps}) as device where ${own}`,
  one: 'device',
  many: 'devices',
});

const ownerOf = async (tx: Transaction<Database>, location: string) =>
  (await tx.selectFrom('location').select('owned_by').where('id', '=', location).executeTakeFirst())?.owned_by ?? null;

/** Removes a greenhouse inside the scope; a map whose home it is then has none. Throws 404, or 409 with what is on its maps. Source: REMOVE1. */
export function removeGreenhouse(database: Kysely<Database>, { scope }: Asker, id: string): Promise<boolean> {
  return inTurn(database, async (tx) => {
    const row = await tx.selectFrom('greenhouse').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, await ownerOf(tx, row.location_id))) throw notFound('no such greenhouse');
    const maps = sql`(select id from site_map where greenhouse_id = ${id} union select map_id from greenhouse where id = ${id} and map_id is not null)`;
    const onMap = sql`map_id in ${maps}`;
    await refuseUsed(tx, row.name, [devicesOn(maps), history('treatment', onMap), history('incident', onMap)], scope);
    await tx.updateTable('site_map').set({ greenhouse_id: null }).where('greenhouse_id', '=', id).execute();
    await tx.deleteFrom('greenhouse').where('id', '=', id).execute();
    return true;
  });
}

/** Removes a location inside the scope, with its network information. Throws 404, or 409 with greenhouses and deployments of now and once. Source: REMOVE1. */
export function removeLocation(database: Kysely<Database>, { scope }: Asker, id: string): Promise<boolean> {
  return inTurn(database, async (tx) => {
    const row = await tx.selectFrom('location').select(['name', 'owned_by']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, row.owned_by)) throw notFound('no such location');
    const greenhouses = ofOwner(sql`select 1 from greenhouse where location_id = ${id}`, 'greenhouse');
    await refuseUsed(tx, row.name, [greenhouses, history('deployment', sql`location_id = ${id}`)], scope);
    await tx.deleteFrom('location_network').where('location_id', '=', id).execute();
    await tx.deleteFrom('location').where('id', '=', id).execute();
    return true;
  });
}

/** Returns how many accounts are in a group; 0 where accounts are kept elsewhere. */
export type PeopleIn = (group: string) => Promise<number>;

/** Removes an organisation, by staff. Throws 404, 403, or 409 with locations, people, and what devices did for it. Source: REMOVE1. */
export function removeOrganisation(database: Kysely<Database>, { caller, scope }: Asker, id: string, peopleIn: PeopleIn): Promise<boolean> {
  return inTurn(database, async (tx) => {
    const row = await tx.selectFrom('organisation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined || !covers(scope, id)) throw notFound('no such organisation');
    if (!seesEverything(caller.role)) throw forbidden('Only the staff of the provider can remove organisations.');
    const ofIt = sql`organisation = ${id}`;
    const locations = ofOwner(sql`select 1 from location where owned_by = ${id}`, 'location');
    await refuseUsed(tx, row.name, [locations, history('deployment', ofIt), history('treatment', ofIt), history('incident', ofIt)], scope);
    const count = row.authentication_group ? await peopleIn(row.authentication_group) : 0;
    const people = usedText(row.name, [{ count, one: 'person', many: 'people' }]);
    if (people !== undefined) throw conflict(people);
    await tx.deleteFrom('organisation').where('id', '=', id).execute();
    return true;
  });
}
