/** The devices that were on a map in a span, with the times in which they were, for organisations of a scope. */

import { sql } from 'kysely';
import { ownedPeriods } from '#domain/devices/ownershipPeriods';
import { timesOnMap } from '#domain/history/timesOnMap';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { mapsIn } from '../../maps/mapGeojson.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';

/** A span on a map, for people of a scope. */
export interface MapSpan extends TimeSpan {
  readonly scope: Scope;
  readonly mapId: string;
}

/** SQL for "of an organisation of the scope". */
const isOwn = (column: string, scope: Scope) =>
  scope === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${[...scope]}::text[])`;

/** Returns the location of a map; null for a map in no greenhouse. Throws the same 404 for an unknown map and one of others. */
async function locationOf({ database }: HistoryStore, { scope, mapId }: MapSpan): Promise<string | null> {
  const row = await mapsIn({ database }, scope).select(['greenhouse.location_id']).where('site_map.id', '=', mapId).executeTakeFirst();
  if (row === undefined) throw createFailure('noMap');
  return row.location_id;
}

const readDeployments = ({ database }: HistoryStore, { from, to, scope }: MapSpan, location: string | null) =>
  database
    .selectFrom('deployment')
    .select(['device_serial as serial', 'creation_date', 'closed_date'])
    .where('location_id', '=', location)
    .where('creation_date', '<', new Date(to))
    .where((on) => on.or([on('closed_date', 'is', null), on('closed_date', '>', new Date(from))]))
    .where(isOwn('deployment.organisation', scope))
    .execute();

/** Selects the finished treatments that overlap the span: those that were first reported to an organisation of the scope, whoever the device worked for during them. */
const selectTreatments = ({ database }: HistoryStore, { from, to, scope }: MapSpan) =>
  database
    .selectFrom('treatment')
    .where('finish_time', '>', new Date(from))
    .where('creation_time', '<', new Date(to))
    .where(isOwn('treatment.organisation', scope));

/** Number of devices whose treatments are read at once: a device may have thousands. */
const DEVICES_AT_ONCE = 200;

/** Reads the treatments of the span by device. */
const readTreatments = async (store: HistoryStore, span: MapSpan, serials: readonly string[]) =>
  groupBy(
    await selectTreatments(store, span)
      .select(['serial', 'map_id', 'finish_time', (on) => on.fn.coalesce('start_time', 'creation_time').as('begin')])
      .where(sql<boolean>`serial = any (${serials}::text[])`)
      .execute(),
    ({ serial }) => serial,
  );

const readTreatedHere = (store: HistoryStore, span: MapSpan) =>
  selectTreatments(store, span).select('serial').distinct().where('map_id', '=', span.mapId).execute();

/** Returns the map that each device named last, since it works where it does now. */
async function readMapsNow({ database }: HistoryStore, serials: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await database
    .selectFrom('device_data')
    .innerJoin('deployment', 'deployment.device_serial', 'device_data.serial')
    .select(['device_data.serial', sql<string | null>`device_data.data->>'site/site_id'`.as('map')])
    .where('device_data.data_group', '=', 'state_data')
    .where('deployment.closed_date', 'is', null)
    .whereRef('device_data.received_at', '>=', 'deployment.creation_date')
    .where(sql<boolean>`device_data.serial = any (${serials}::text[])`)
    .execute();
  return new Map(rows.map(({ serial, map }) => [serial, map]));
}

/** Returns the devices that were on the map in the span, by serial. Throws 404 for a map that the scope cannot see. */
export async function devicesOnMap(
  { registry, ...store }: HistoryStore & Pick<HistoryDependencies, 'registry'>,
  asked: MapSpan,
): Promise<readonly ReadableDevice[]> {
  const { scope } = asked;
  const location = await locationOf(store, asked);
  const [deployments, treatedHere] = await Promise.all([readDeployments(store, asked, location), readTreatedHere(store, asked)]);
  const atLocation = groupBy(deployments, ({ serial }) => serial);
  const serials = [...new Set([...atLocation.keys(), ...treatedHere.map(({ serial }) => serial)])].toSorted();
  const mapsNow = await readMapsNow(store, serials);
  const found: ReadableDevice[] = [];
  for (const part of chunks(serials, DEVICES_AT_ONCE)) {
    const treated = await readTreatments(store, asked, part);
    await mapInTurns(part, (serial) => {
      const times = timesOnMap(asked.mapId, {
        atLocation: (atLocation.get(serial) ?? []).map(({ creation_date, closed_date }) => ({
          from: creation_date.getTime(),
          until: closed_date?.getTime() ?? null,
        })),
        treatments: (treated.get(serial) ?? []).flatMap(({ begin, finish_time, map_id: mapId }) =>
          finish_time === null ? [] : [{ from: begin.getTime(), until: finish_time.getTime(), mapId }],
        ),
        mapNow: mapsNow.get(serial) ?? null,
        owned: scope === 'all' ? scope : ownedPeriods(registry.servicesOf(serial) ?? [], (organisation) => scope.has(organisation)),
      });
      if (times.length > 0) found.push({ serial, times });
    });
  }
  return found;
}
