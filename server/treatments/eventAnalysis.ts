import { sql } from 'kysely';
import type { AnswerOf } from '#contract/call';
import { z } from '#contract/schema';
import type { getEventAnalysis, TreatmentHappening } from '#contract/fleet/treatment';
import { eventDataOf } from '../fleet/ingest/eventData.ts';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { TreatmentReading } from './readTreatments.ts';
import { newestRows } from '../platform/database/newestRows.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';

/** Maximum number of entries of each kind in one response; older ones beyond it are omitted. */
const MAX_HAPPENINGS = 1_000;
const dataShape = z.nullable(z.record(z.string(), z.unknown()));

interface Treated {
  readonly treatment_id: string;
  readonly serial: string;
  readonly creation_time: Date;
  readonly finish_time: Date | null;
  /** The periods in which the events and commands of the device are readable. */
  readonly times: ReadableTimes;
}

/** Returns the user who took control, if the device reports one. */
const userOf = (data: z.output<typeof dataShape>) => (typeof data?.['controller'] === 'string' ? data['controller'] : null);

async function readEvents({ database, now }: TreatmentReading, { treatment_id, serial, creation_time, finish_time, times }: Treated) {
  const found = await database
    .selectFrom('device_event')
    .select(['at', 'level', 'message', 'data'])
    .where('serial', '=', serial)
    .where(duringTimes(sql.ref('at'), times))
    .where((where) =>
      where.or([
        where.and([where('at', '>=', creation_time), where('at', '<=', finish_time ?? new Date(now()))]),
        where(sql<string>`device_event.action ->> 'treatment_id'`, '=', treatment_id),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_HAPPENINGS + 1)
    .execute();
  const { rows, older } = newestRows(found, MAX_HAPPENINGS);
  const entries = await mapInTurns(rows, ({ at, level, message, data }): TreatmentHappening => {
    const details = dataShape.parse(eventDataOf(data));
    return {
      time: at.toISOString(),
      level,
      robot: serial,
      user: userOf(details),
      data: { message, ...details },
    };
  });
  return { entries: entries.toReversed(), older };
}

const levels: Readonly<Record<string, TreatmentHappening['level']>> = { done: 'success', failed: 'error', expired: 'warning' };

async function readCommands({ database, now }: TreatmentReading, { serial, creation_time, finish_time, times }: Treated) {
  // The arguments are omitted, because not every parameter is visible to every user.
  const found = await database
    .selectFrom('command')
    .select(['given_at', 'given_by_name', 'command', 'status', 'text'])
    .where('device_serial', '=', serial)
    .where(duringTimes(sql.ref('given_at'), times))
    .where('given_at', '>=', creation_time)
    .where('given_at', '<=', finish_time ?? new Date(now()))
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_HAPPENINGS + 1)
    .execute();
  const { rows, older } = newestRows(found, MAX_HAPPENINGS);
  const entries = rows.map(({ given_at, given_by_name, command, status, text }): TreatmentHappening => ({
    time: given_at.toISOString(),
    level: levels[status] ?? 'info',
    robot: serial,
    user: given_by_name,
    data: { message: 'Command given', command, status, ...(text === null ? {} : { text }) },
  }));
  return { entries: entries.toReversed(), older };
}

/**
 * Returns the events of a device and the commands of users during a treatment (screen Event Analysis), oldest first; only the newest of
 * each if there are too many.
 */
export async function analysisEntriesOf(dependencies: TreatmentReading, treated: Treated): Promise<AnswerOf<typeof getEventAnalysis>> {
  const [events, commands] = await Promise.all([readEvents(dependencies, treated), readCommands(dependencies, treated)]);
  const entries = [...events.entries, ...commands.entries];
  return { result: entries.toSorted((one, other) => (one.time ?? '').localeCompare(other.time ?? '')), ...events.older, ...commands.older };
}
