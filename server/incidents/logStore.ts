/** The log lines of recordings as rows: writes them run by run, reads them by page, and deletes them. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IncidentLogLine } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { recordset } from '../platform/database/recordset.ts';
import type { LogLine } from './recording/logLine.ts';

/** A run that reads logs. Its lines become visible when its step ends with this run. */
export interface LogRun {
  readonly run: string;
  readonly add: (lines: readonly LogLine[]) => Promise<void>;
}

const columns = {
  incident_id: 'text',
  run: 'text',
  place: 'integer',
  at: 'timestamptz',
  level: 'text',
  name: 'text',
  message: 'text',
  source: 'text',
} as const;
/** The range of instants that the database can store, in ms since epoch. */
const LAST_INSTANT = Date.UTC(9999, 0, 1);

/** Begins a run that stores log lines of an incident. */
export function beginLogRun(database: Kysely<Database>, incident_id: string): LogRun {
  const run = randomUUID();
  let place = 0;
  return {
    run,
    add: async (lines) => {
      const rows = lines.map(({ at, ...line }) => {
        place += 1;
        return { incident_id, run, place, at: new Date(Math.max(0, Math.min(at, LAST_INSTANT))), ...line };
      });
      await sql`insert into incident_log_line (incident_id, run, place, at, level, name, message, source)
        select incident_id, run, place, at, level, name, message, source from ${recordset(rows, columns)}`.execute(database);
    },
  };
}

/** Filters of lines: their level, and a text in them. */
interface LineFilters {
  readonly level?: string | undefined;
  readonly contains?: string | undefined;
}

/** Returns a page of the log lines of an incident, oldest first, and their number. */
export async function readLogLines(
  database: Kysely<Database>,
  incidentId: string,
  { level, contains }: LineFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly results: IncidentLogLine[] }> {
  const all = database
    .selectFrom('incident_log_line')
    .where('incident_id', '=', incidentId)
    .where('run', 'in', (steps) =>
      steps
        .selectFrom('incident_step')
        .select('run')
        .where('incident_id', '=', incidentId)
        .where('run', 'is not', null)
        .$castTo<{ run: string }>(),
    );
  const ofLevel = level === undefined ? all : all.where('level', '=', level);
  // The search is literal: no character of the text is a wildcard.
  const found =
    contains === undefined
      ? ofLevel
      : ofLevel.where(sql<boolean>`strpos(lower(message || ' ' || name || ' ' || source), lower(${contains})) > 0`);
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found.select(['at', 'level', 'name', 'message', 'source']).orderBy('at').orderBy('place').limit(limit).offset(offset).execute(),
  ]);
  return { total, results: rows.map(({ at, ...line }) => ({ time: at.toISOString(), ...line })) };
}

/** Deletes the lines of runs other than the step's current one, for example of a killed server. */
export async function deleteOtherRuns(database: Kysely<Database>, incidentId: string): Promise<void> {
  await sql`delete from incident_log_line where incident_id = ${incidentId}
    and run not in (select run from incident_step where incident_id = ${incidentId} and run is not null)`.execute(database);
}
