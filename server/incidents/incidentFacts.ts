/** The stored files of an incident and the content of its recordings, in the contract's format. */

import type { Kysely } from 'kysely';
import type { Incident, IncidentRecording } from '#contract/incident';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { recordingSummary, type RecordingSummary } from './recording/summary.ts';

type IncidentFiles = NonNullable<Incident['files']>;

/** Returns the stored files of an incident, by name. */
export async function filesOf(database: Kysely<Database>, id: string): Promise<IncidentFiles> {
  const rows = await database
    .selectFrom('incident_file')
    .select(['ending', 'size'])
    .where('incident_id', '=', id)
    .orderBy('ending')
    .execute();
  return rows.map(({ ending, size }) => ({ name: `${id}${ending}`, size }));
}

/** Returns the fields of an incident that list its stored files. */
export const filesFields = (files: IncidentFiles): Pick<Incident, 'files' | 'files_id'> => ({
  files,
  files_id: files.length === 0 ? null : files.map(({ name }) => name).join(', '),
});

const instantOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const recordingOf = ({ format, messages, firstAt, lastAt, topics }: RecordingSummary): IncidentRecording => ({
  format,
  messages,
  started_at: instantOf(firstAt),
  ended_at: instantOf(lastAt),
  topics: topics.toSorted((one, other) => (one.topic < other.topic ? -1 : 1)),
});

/** Returns the content of an incident's recordings; empty until they have been read. */
export async function recordingsOf(database: Kysely<Database>, id: string): Promise<IncidentRecording[]> {
  const row = await database
    .selectFrom('incident_step')
    .select('facts')
    .where('incident_id', '=', id)
    .where('step', '=', 'data_parsing')
    .executeTakeFirst();
  const facts = z.array(recordingSummary).safeParse(row?.facts);
  return facts.success ? facts.data.map(recordingOf) : [];
}
