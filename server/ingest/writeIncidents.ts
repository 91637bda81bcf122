import { sql, type Transaction } from 'kysely';
import type { LogMessage } from '#contract/deviceMessage';
import type { Database } from '../database/schema.ts';
import { happenedAt, type LogNews } from './logNews.ts';

type Tx = Transaction<Database>;
type Told = Extract<LogMessage, { kind: 'incident' }>;

/** The first step of the post-processing is due as soon as the data are there. */
const FIRST_STEP = 'data_parsing';

const instantOf = (said: string | null, receivedAt: number) => (said === null ? null : new Date(happenedAt(Date.parse(said), receivedAt)));

const identityOf = (serial: string, receivedAt: number, incident_id: string, time: string) => ({
  incident_id,
  serial,
  incident_time: new Date(happenedAt(Date.parse(time), receivedAt)),
  received_at: new Date(receivedAt),
});

/** An event that names an incident: all that is known of it where its device never tells more. */
async function noteNamed(tx: Tx, { serial, receivedAt, message }: LogNews): Promise<void> {
  if (message.kind !== 'event' || message.action == null || !('incident_id' in message.action)) return;
  const code = message.data?.['error_code'];
  const identity = identityOf(serial, receivedAt, message.action.incident_id, message.time);
  await tx
    .insertInto('incident')
    .values({ ...identity, error_code: typeof code === 'string' ? code : null, manually_triggered: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const contextOf = (receivedAt: number, told: Told) => ({
  error_code: told.error_code,
  manually_triggered: told.manually_triggered,
  map_id: told.map_id,
  map_version: told.map_version,
  node_id: told.node_id,
  x: told.x,
  y: told.y,
  during_mission: told.during_mission,
  treatment_id: told.treatment_id,
  upload_started: instantOf(told.upload_started ?? told.upload_finished, receivedAt),
  upload_finished: instantOf(told.upload_finished, receivedAt),
  due_step: told.upload_finished === null ? null : FIRST_STEP,
});

const ofContext = sql`(incident.error_code, incident.manually_triggered, incident.map_id, incident.map_version, incident.node_id, incident.x,
  incident.y, incident.during_mission, incident.treatment_id, incident.upload_started is null, incident.upload_finished is null)`;
const told = sql`(excluded.error_code, excluded.manually_triggered, excluded.map_id, excluded.map_version, excluded.node_id, excluded.x,
  excluded.y, excluded.during_mission, excluded.treatment_id,
  incident.upload_started is null and excluded.upload_started is null, incident.upload_finished is null and excluded.upload_finished is null)`;

/** What is told again takes the place of what was told; an upload that was there stays, and the time at which it happened. */
async function noteTold(tx: Tx, { serial, receivedAt, message }: LogNews): Promise<void> {
  if (message.kind !== 'incident') return;
  const said = contextOf(receivedAt, message);
  await tx
    .insertInto('incident')
    .values({ ...identityOf(serial, receivedAt, message.incident_id, message.time), ...said })
    .onConflict((conflict) =>
      conflict
        .column('incident_id')
        .doUpdateSet({
          ...said,
          record_version: sql`incident.record_version + 1`,
          upload_started: sql`coalesce(incident.upload_started, excluded.upload_started)`,
          upload_finished: sql`coalesce(incident.upload_finished, excluded.upload_finished)`,
          // Its data are processed once; further times are asked for by people.
          due_step: sql`case when incident.upload_finished is null then excluded.due_step else incident.due_step end`,
        })
        // A device cannot rewrite another device's incident by using its id.
        .where('incident.serial', '=', serial)
        .where(sql<boolean>`${ofContext} is distinct from ${told}`),
    )
    .execute();
}

/** Notes the incidents that devices told or named. */
export async function writeIncidents(tx: Tx, news: readonly LogNews[]): Promise<void> {
  for (const one of news) {
    await noteNamed(tx, one);
    await noteTold(tx, one);
  }
}
