import { sql, type Transaction } from 'kysely';
import type { LogMessage } from '#contract/messages/deviceMessage';
import { FIRST_STEP } from '#domain/incidents/postProcessing';
import { HOUR_MS } from '#domain/text/timeUnits';
import type { Database } from '../platform/database/tables.ts';
import { ownerAt, ownTime } from '../locations/currentOwner.ts';
import { chunks } from '../platform/database/chunks.ts';
import { locks, shareLock } from '../platform/database/locks.ts';
import { recordset } from '../platform/database/recordset.ts';
import { happenedAt, type ReceivedLog } from '../fleet/ingest/receivedLog.ts';
import type { RefusedReport } from '../fleet/ingest/writeBacklog.ts';
import { isId } from '../platform/storableValues.ts';

type Tx = Transaction<Database>;
type IncidentMessage = Extract<LogMessage, { kind: 'incident' }>;

type Received = Pick<ReceivedLog, 'receivedAt' | 'aheadMs'>;

const instantOf = (time: string | null, received: Received) => (time === null ? null : new Date(happenedAt(Date.parse(time), received)));

const identityOf = ({ serial, receivedAt, aheadMs }: Omit<ReceivedLog, 'message'>, incident_id: string, time: string) => ({
  incident_id,
  serial,
  happened_at: new Date(happenedAt(Date.parse(time), { receivedAt, aheadMs })),
  received_at: new Date(receivedAt),
});

const identityColumns = { incident_id: 'text', serial: 'text', happened_at: 'timestamptz', received_at: 'timestamptz' } as const;

/** SQL for the owner of an incident and its time, which precede the unchanged fields in an insert. */
const owned = sql`${ownerAt(sql.ref('r.serial'), sql.ref('r.received_at'))},
  ${ownTime(sql.ref('r.serial'), sql.ref('r.happened_at'), sql.ref('r.received_at'))}`;

const idOf = (message: ReceivedLog['message']): string | null => {
  if (message.kind === 'incident') return message.incident_id;
  return message.kind === 'event' && message.action != null && 'incident_id' in message.action ? message.action.incident_id : null;
};

/** Returns the error code in an event's free data, if it is a valid id. */
const codeOf = (code: unknown): string | null => (typeof code === 'string' && isId(code) ? code : null);

const namedOf = ({ message, ...received }: ReceivedLog) => {
  const id = idOf(message);
  if (message.kind !== 'event' || id === null) return [];
  const identity = identityOf(received, id, message.time);
  return [{ ...identity, error_code: codeOf(message.data?.['error_code']), manually_triggered: false }];
};

const namedColumns = { ...identityColumns, error_code: 'text', manually_triggered: 'boolean' } as const;

/** Inserts the incidents named in device events; incidents that the device does not report otherwise have only this data. */
async function writeNamed(tx: Tx, logs: readonly ReceivedLog[]): Promise<void> {
  for (const values of chunks(logs.flatMap(namedOf))) {
    await sql`insert into incident (organisation, incident_time, incident_id, serial, received_at, error_code, manually_triggered)
      select ${owned}, incident_id, serial, received_at, error_code, manually_triggered from ${recordset(values, namedColumns)}
      on conflict do nothing`.execute(tx);
  }
}

/**
 * Returns the instants at which an upload began and ended. A begin after the end was measured by a clock that was not set yet, so the end replaces it. Source:
 * CLOCK18.
 */
function uploadOf({ upload_started, upload_finished }: IncidentMessage, received: Received) {
  const [begun, ended] = [instantOf(upload_started ?? upload_finished, received), instantOf(upload_finished, received)];
  return { upload_started: begun !== null && ended !== null && ended < begun ? ended : begun, upload_announced: ended };
}

const contextOf = (received: Received, message: IncidentMessage) => ({
  error_code: message.error_code,
  manually_triggered: message.manually_triggered,
  map_id: message.map_id,
  map_version: message.map_version,
  node_id: message.node_id,
  x: message.x,
  y: message.y,
  during_mission: message.during_mission,
  treatment_id: message.treatment_id,
  ...uploadOf(message, received),
  due_step: message.upload_finished === null ? null : FIRST_STEP,
});

const contextColumns = {
  error_code: 'text',
  manually_triggered: 'boolean',
  map_id: 'text',
  map_version: 'text',
  node_id: 'text',
  x: 'double precision',
  y: 'double precision',
  during_mission: 'boolean',
  treatment_id: 'text',
  upload_started: 'timestamptz',
  upload_announced: 'timestamptz',
  due_step: 'text',
} as const;
/** The cast keeps the names: the keys of a constant are exactly these. */
const contextNames = Object.keys(contextColumns) as readonly (keyof typeof contextColumns)[];

const uploadStarted = sql`coalesce(incident.upload_started, excluded.upload_started)`;
const uploadEnded = sql<Date | null>`coalesce(incident.upload_announced, excluded.upload_announced)`;

/** SQL for "the upload has not ended, and its end has not been announced". */
const isUploadOpen = sql`incident.upload_announced is null and incident.upload_finished is null`;
const ofContext = sql`(incident.error_code, incident.manually_triggered, incident.map_id, incident.map_version, incident.node_id, incident.x,
  incident.y, incident.during_mission, incident.treatment_id, incident.upload_started is null, ${isUploadOpen})`;
const reported = sql`(excluded.error_code, excluded.manually_triggered, excluded.map_id, excluded.map_version, excluded.node_id, excluded.x,
  excluded.y, excluded.during_mission, excluded.treatment_id,
  incident.upload_started is null and excluded.upload_started is null, ${isUploadOpen} and excluded.upload_announced is null)`;

const rowOf = ({ message, dropped = [], ...received }: ReceivedLog) =>
  message.kind === 'incident'
    ? [{ ...identityOf(received, message.incident_id, message.time), ...contextOf(received, message), dropped }]
    : [];

/** Returns SQL for a field of an incident: a field that could not be read keeps its stored value. Source: INGEST25. */
const fieldSql = (name: (typeof contextNames)[number]) => {
  const [read, former] = [sql.ref(`r.${name}`), sql.ref(`former.${name}`)];
  return sql`case when ${sql.lit(name)} = any (r.dropped) then coalesce(${former}, ${read}) else ${read} end`;
};

/** Upserts reported incidents: a newer report replaces an older one; a known upload and the incident time are kept. */
async function writeReported(tx: Tx, logs: readonly ReceivedLog[]): Promise<void> {
  for (const values of chunks(logs.flatMap(rowOf))) {
    await tx
      .insertInto('incident')
      .columns(['organisation', 'incident_time', 'incident_id', 'serial', 'received_at', ...contextNames])
      .expression(
        sql`select ${owned}, r.incident_id, r.serial, r.received_at, ${sql.join(contextNames.map(fieldSql))}
          from ${recordset(values, { ...identityColumns, ...contextColumns, dropped: 'text[]' })}
          left join incident former on former.incident_id = r.incident_id`,
      )
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
            upload_started: sql`case when ${uploadStarted} is not null then least(${uploadStarted}, ${uploadEnded}) end`,
            upload_announced: uploadEnded,
            // The data is processed once automatically; further runs are requested by users.
            due_step: sql`case when ${isUploadOpen} then excluded.due_step else incident.due_step end`,
          }))
          // A device must not be able to overwrite another device's incident, or an incident from a former owner's time, by using its id.
          .whereRef('incident.serial', '=', 'excluded.serial')
          .where(sql<boolean>`incident.organisation is not distinct from excluded.organisation`)
          .where(sql<boolean>`${ofContext} is distinct from ${reported}`),
      )
      .execute();
  }
}

/** Splits logs into rounds in which each id occurs once, in order, because one statement cannot update a row twice. */
function roundsOf(logs: readonly ReceivedLog[]): readonly (readonly ReceivedLog[])[] {
  const rounds: ReceivedLog[][] = [];
  const met = new Map<string, number>();
  for (const one of logs) {
    const id = idOf(one.message);
    if (id === null) continue;
    const round = met.get(id) ?? 0;
    met.set(id, round + 1);
    (rounds[round] ??= []).push(one);
  }
  return rounds;
}

const usedColumns = { id: 'text', serial: 'text', received_at: 'timestamptz', is_report: 'boolean' } as const;

const usedOf = ({ serial, receivedAt, message }: ReceivedLog) => {
  const id = idOf(message);
  return id === null ? [] : [{ id, serial, received_at: new Date(receivedAt), is_report: message.kind === 'incident' }];
};

/** Returns the reports and events that used the incident id of another device, and the reports of incidents of a former owner. */
async function foreignIn(tx: Tx, logs: readonly ReceivedLog[]): Promise<readonly RefusedReport[]> {
  const used = logs.flatMap(usedOf);
  if (used.length === 0) return [];
  const { rows } = await sql<{ id: string; serial: string; received_at: Date; is_report: boolean }>`
    select r.id, r.serial, r.received_at, r.is_report from ${recordset(used, usedColumns)} join incident on incident.incident_id = r.id
    where r.serial <> incident.serial
      or (r.is_report and incident.organisation is distinct from ${ownerAt(sql.ref('r.serial'), sql.ref('r.received_at'))})`.execute(tx);
  return rows.map(({ id, serial, received_at, is_report }) => ({
    serial,
    receivedAt: received_at.getTime(),
    code: 'id_taken',
    kind: 'log',
    name: { kind: is_report ? 'incident' : 'event', incident_id: id },
    field: is_report ? 'incident_id' : 'action.incident_id',
    why: 'it is an incident of another device, or of a former owner',
  }));
}

/** Age, in ms, above which a late incident may fall into history that is being removed: a little less than a day, the minimum age of such history. */
const LATE_MS = 20 * HOUR_MS;

const isLate = ({ message, ...received }: ReceivedLog): boolean =>
  idOf(message) !== null && happenedAt(Date.parse(message.time), received) < received.receivedAt - LATE_MS;

/** Writes the incidents that devices reported, or that events named, as rows. Returns the rejected reports, whose ids belong to other incidents. */
export async function writeIncidents(tx: Tx, logs: readonly ReceivedLog[]): Promise<readonly RefusedReport[]> {
  // Retention keeps the time around an incident; the lock prevents the removal of that time before the end of this transaction.
  if (logs.some(isLate)) await shareLock(tx, locks.historyPins);
  for (const round of roundsOf(logs)) {
    await writeNamed(tx, round);
    await writeReported(tx, round);
  }
  return foreignIn(tx, logs);
}
