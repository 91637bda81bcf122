import { sql, type Transaction } from 'kysely';
import type { LogMessage } from '#contract/deviceMessage';
import { FIRST_STEP } from '#domain/postProcessing';
import type { Database } from '../platform/database/tables.ts';
import { ownerNow } from '../locations/ownerNow.ts';
import { chunks } from '../platform/database/chunks.ts';
import { happenedAt, type LogNews } from '../fleet/ingest/deviceLog.ts';
import { isId } from '../platform/storable.ts';

type Tx = Transaction<Database>;
type Told = Extract<LogMessage, { kind: 'incident' }>;

const ROWS_PER_INSERT = 1_000;

const instantOf = (said: string | null, receivedAt: number) => (said === null ? null : new Date(happenedAt(Date.parse(said), receivedAt)));

const identityOf = (serial: string, receivedAt: number, incident_id: string, time: string) => ({
  incident_id,
  serial,
  organisation: ownerNow(serial),
  incident_time: new Date(happenedAt(Date.parse(time), receivedAt)),
  received_at: new Date(receivedAt),
});

const idOf = (message: LogMessage): string | null => {
  if (message.kind === 'incident') return message.incident_id;
  return message.kind === 'event' && message.action != null && 'incident_id' in message.action ? message.action.incident_id : null;
};

/** The code among the free data of an event, where it can be one. */
const codeOf = (said: unknown): string | null => (typeof said === 'string' && isId(said) ? said : null);

const namedOf = ({ serial, receivedAt, message }: LogNews) => {
  const id = idOf(message);
  if (message.kind !== 'event' || id === null) return [];
  const identity = identityOf(serial, receivedAt, id, message.time);
  return [{ ...identity, error_code: codeOf(message.data?.['error_code']), manually_triggered: false }];
};

/** Events that name incidents: all that is known of them where their devices never tell more. */
async function noteNamed(tx: Tx, news: readonly LogNews[]): Promise<void> {
  for (const values of chunks(news.flatMap(namedOf), ROWS_PER_INSERT)) {
    await tx
      .insertInto('incident')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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

const toldOf = ({ serial, receivedAt, message }: LogNews) =>
  message.kind === 'incident'
    ? [{ ...identityOf(serial, receivedAt, message.incident_id, message.time), ...contextOf(receivedAt, message) }]
    : [];

/** What is told again takes the place of what was told; an upload that was there stays, and the time at which it happened. */
async function noteTold(tx: Tx, news: readonly LogNews[]): Promise<void> {
  for (const values of chunks(news.flatMap(toldOf), ROWS_PER_INSERT)) {
    await tx
      .insertInto('incident')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('incident_id')
          .doUpdateSet((row) => ({
            error_code: row.ref('excluded.error_code'),
            manually_triggered: row.ref('excluded.manually_triggered'),
            map_id: row.ref('excluded.map_id'),
            map_version: row.ref('excluded.map_version'),
            node_id: row.ref('excluded.node_id'),
            x: row.ref('excluded.x'),
            y: row.ref('excluded.y'),
            during_mission: row.ref('excluded.during_mission'),
            treatment_id: row.ref('excluded.treatment_id'),
            record_version: sql`incident.record_version + 1`,
            upload_started: sql`coalesce(incident.upload_started, excluded.upload_started)`,
            upload_finished: sql`coalesce(incident.upload_finished, excluded.upload_finished)`,
            // Its data are processed once; further times are asked for by people.
            due_step: sql`case when incident.upload_finished is null then excluded.due_step else incident.due_step end`,
          }))
          // A device cannot rewrite another device's incident by using its id.
          .whereRef('incident.serial', '=', 'excluded.serial')
          .where(sql<boolean>`${ofContext} is distinct from ${told}`),
      )
      .execute();
  }
}

/** Of one id each round has one, in their order: a statement cannot write a row twice. */
function roundsOf(news: readonly LogNews[]): readonly (readonly LogNews[])[] {
  const rounds: LogNews[][] = [];
  const met = new Map<string, number>();
  for (const one of news) {
    const id = idOf(one.message);
    if (id === null) continue;
    const round = met.get(id) ?? 0;
    met.set(id, round + 1);
    (rounds[round] ??= []).push(one);
  }
  return rounds;
}

/** How often devices used the ids of others. */
async function countForeign(tx: Tx, news: readonly LogNews[]): Promise<number> {
  const said = news.flatMap(({ serial, message }) => {
    const id = idOf(message);
    return id === null ? [] : [{ id, serial }];
  });
  if (said.length === 0) return 0;
  const { count } = await tx
    .selectFrom('incident')
    .innerJoin(
      sql<{
        id: string;
        serial: string;
      }>`unnest(${said.map(({ id }) => id)}::text[], ${said.map(({ serial }) => serial)}::text[])`.as<'said'>(sql`said(id, serial)`),
      'said.id',
      'incident.incident_id',
    )
    .whereRef('said.serial', '<>', 'incident.serial')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Notes the incidents that devices told or named. Returns how many were refused, for their ids are those of other devices' incidents. */
export async function writeIncidents(tx: Tx, news: readonly LogNews[]): Promise<number> {
  for (const round of roundsOf(news)) {
    await noteNamed(tx, round);
    await noteTold(tx, round);
  }
  return countForeign(tx, news);
}
