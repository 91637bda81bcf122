import { sql } from 'kysely';
import { z } from '#contract/schema';
import type { Treatment } from '#contract/fleet/treatment';
import { eventDataOf } from '../fleet/ingest/eventData.ts';
import type { Scope } from '../platform/principal.ts';
import { groupBy } from '../platform/groupBy.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import { isOfItsOwner } from './readTreatments.ts';
import type { TreatmentReading } from './readTreatments.ts';

/** Maximum number of events in one response; older ones beyond it are omitted. */
const MAX_EVENTS = 1_000;
const dataShape = z.nullable(z.record(z.string(), z.unknown()));

type Events = NonNullable<Treatment['events']>;

const namedTreatment = sql<string>`device_event.action ->> 'treatment_id'`;

/**
 * Returns the events that devices reported for their own treatments, by treatment id, among them the reasons for no recovery. Events of
 * other devices are ignored.
 */
export async function eventsOf(
  { database }: TreatmentReading,
  ids: readonly string[],
  scope: Scope,
  which: 'all' | 'reasons',
): Promise<ReadonlyMap<string, Events>> {
  if (ids.length === 0) return new Map();
  const query = database
    .selectFrom('device_event')
    .innerJoin('treatment', (join) =>
      join.on('treatment.treatment_id', '=', namedTreatment).onRef('treatment.serial', '=', 'device_event.serial'),
    )
    .select(['treatment.treatment_id', 'device_event.at', 'device_event.level', 'device_event.message', 'device_event.data'])
    .where('treatment.treatment_id', 'in', ids)
    .where(namedTreatment, 'is not', null)
    .where(isOfItsOwner(scope, sql.ref('device_event.at')))
    .orderBy('device_event.at', 'desc')
    .orderBy('device_event.id', 'desc')
    .limit(MAX_EVENTS);
  const rows = await (which === 'all' ? query : query.where(sql`device_event.data ->> 'no_recovery_reason'`, 'is not', null)).execute();
  const events = await mapInTurns(rows.toReversed(), ({ treatment_id, at, level, message, data }) => {
    // An event of a device has a single text, which also serves as its name.
    const event = { event_name: message, time: at.toISOString(), level, message, data: dataShape.parse(eventDataOf(data)) };
    return { treatment_id, event };
  });
  const byTreatment = groupBy(events, ({ treatment_id }) => treatment_id);
  return new Map([...byTreatment].map(([id, own]) => [id, own.map(({ event }) => event)]));
}
