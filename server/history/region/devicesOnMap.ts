/** The devices that were on a map in a span, with the times at which they were there, for organisations of a scope. */

import { sql } from 'kysely';
import { ownedPeriods } from '#domain/devices/ownershipPeriods';
import { type KnownPlaces, timesOnMap } from '#domain/history/timesOnMap';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { mapsIn } from '../../maps/mapGeojson.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { Scope } from '../../platform/principal.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import type { TimeSpan } from '../reports/reportSpan.ts';

/** A map and a span, for a scope. */
export interface MapSpan extends TimeSpan {
  readonly scope: Scope;
  readonly mapId: string;
}

/** Returns SQL for "belongs to an organisation of the scope". */
const isOwn = (column: string, scope: Scope) =>
  scope === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${[...scope]}::text[])`;

/** Returns the location of a map; null for a map without a greenhouse. Throws the same 404 for an unknown map and for another organisation's map. */
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

/**
 * Selects the finished treatments that overlap the span and were first reported to an organisation of the scope, whichever organisation the device worked for
 * during them.
 */
const selectTreatments = ({ database }: HistoryStore, { from, to, scope }: MapSpan) =>
  database
    .selectFrom('treatment')
    .where('finish_time', '>', new Date(from))
    .where('creation_time', '<', new Date(to))
    .where(isOwn('treatment.organisation', scope));

type TreatmentOnMap = KnownPlaces['treatments'][number];

/** Number of treatments that are read at once. */
const ROWS_AT_ONCE = 10_000;

/** Reads the treatments of the span by device, one page at a time in the order of an index, in short turns of the event loop. */
async function readTreatments(store: HistoryStore, span: MapSpan): Promise<ReadonlyMap<string, readonly TreatmentOnMap[]>> {
  const bySerial = new Map<string, TreatmentOnMap[]>();
  let last: { readonly finish_time: Date | null; readonly treatment_id: string } | undefined;
  do {
    let query = selectTreatments(store, span)
      .select(['serial', 'map_id', 'finish_time', 'treatment_id', (on) => on.fn.coalesce('start_time', 'creation_time').as('begin')])
      .orderBy('finish_time')
      .orderBy('treatment_id')
      .limit(ROWS_AT_ONCE);
    if (last !== undefined) query = query.where(sql<boolean>`(finish_time, treatment_id) > (${last.finish_time}, ${last.treatment_id})`);
    const page = await query.execute();
    await mapInTurns(page, ({ serial, begin, finish_time, map_id: mapId }) => {
      if (finish_time === null) return;
      const own = bySerial.get(serial) ?? [];
      bySerial.set(serial, own);
      own.push({ from: begin.getTime(), until: finish_time.getTime(), mapId });
    });
    last = page.length < ROWS_AT_ONCE ? undefined : page.at(-1);
  } while (last !== undefined);
  return bySerial;
}

/** Returns the map that each device reported last in its current deployment. */
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
  const [deployments, treated] = await Promise.all([readDeployments(store, asked, location), readTreatments(store, asked)]);
  const atLocation = groupBy(deployments, ({ serial }) => serial);
  const here = [...treated].filter(([, own]) => own.some(({ mapId }) => mapId === asked.mapId)).map(([serial]) => serial);
  const serials = [...new Set([...atLocation.keys(), ...here])].toSorted();
  const mapsNow = await readMapsNow(store, serials);
  const found = await mapInTurns(serials, (serial): ReadableDevice[] => {
    const times = timesOnMap(asked.mapId, {
      atLocation: (atLocation.get(serial) ?? []).map(({ creation_date, closed_date }) => ({
        from: creation_date.getTime(),
        until: closed_date?.getTime() ?? null,
      })),
      treatments: treated.get(serial) ?? [],
      mapNow: mapsNow.get(serial) ?? null,
      owned: scope === 'all' ? scope : ownedPeriods(registry.servicesOf(serial) ?? [], (organisation) => scope.has(organisation)),
    });
    return times.length === 0 ? [] : [{ serial, times }];
  });
  return found.flat();
}
