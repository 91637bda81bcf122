import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { TreatmentReport } from '../fleet/ingest/backlog.ts';
import type { RefusedReport } from '../fleet/ingest/writeBacklog.ts';
import { waitingSeconds } from '#domain/treatments/startTime';
import { ownerAt } from '../locations/currentOwner.ts';
import { recordset } from '../platform/database/recordset.ts';
import type { Database } from '../platform/database/tables.ts';
import { writeParts } from './treatmentParts.ts';
import { type DatedReport, datedReports } from './treatmentTimes.ts';

type Tx = Transaction<Database>;

const columns = {
  treatment_id: 'text',
  serial: 'text',
  received_at: 'timestamptz',
  map_id: 'text',
  mission_id: 'text',
  treatment_type: 'text',
  creation_time: 'timestamptz',
  latest_creation: 'timestamptz',
  start_time: 'timestamptz',
  is_start_known: 'boolean',
  latest_start: 'timestamptz',
  finish_time: 'timestamptz',
  is_finish_known: 'boolean',
  finish_status: 'text',
  total_asked: 'integer',
  total_treated: 'integer',
  total_failed: 'integer',
  reached_end: 'boolean',
  version: 'integer',
  map_version: 'text',
  test_mission: 'boolean',
  dosage_unit: 'text',
  wait_seconds: 'double precision',
  dropped: 'text[]',
} as const;

const rowOf = ({ serial, receivedAt, data, dropped = [], times }: DatedReport) => {
  const { jobs, version = null, map_version = null, test_mission = null, dosage_unit = null, ...reported } = data;
  const wait_seconds = jobs === undefined ? null : waitingSeconds(jobs);
  return {
    ...reported,
    ...times,
    serial,
    received_at: new Date(receivedAt),
    version,
    map_version,
    test_mission,
    dosage_unit,
    wait_seconds,
    dropped,
  };
};

/** Splits reports into rounds in which each id occurs once, in order, because one statement cannot update a row twice. */
function roundsOf(reports: readonly DatedReport[]): readonly (readonly DatedReport[])[] {
  const rounds: DatedReport[][] = [];
  const met = new Map<string, number>();
  for (const report of reports) {
    const round = met.get(report.data.treatment_id) ?? 0;
    met.set(report.data.treatment_id, round + 1);
    (rounds[round] ??= []).push(report);
  }
  return rounds;
}

/** Returns SQL for a field of a treatment: if the reported value could not be read, the stored one is kept. Source: CLOCK15. */
const fieldSql = (
  name: keyof typeof columns & keyof Database['treatment'],
  isKept = sql<boolean>`false`,
  reported: RawBuilder<unknown> = sql.ref(`r.${name}`),
) => {
  const former = sql.ref(`former.${name}`);
  return sql`case when ${isKept} or ${sql.lit(name)} = any (r.dropped) then coalesce(${former}, ${reported}) else ${reported} end`;
};

/**
 * SQL for the times of a treatment: a time that the device cannot have meant stays as first received, however often it is reported. A beginning never stays
 * after an end that becomes known later, and a treatment with an implausible end never ends before its creation. Source: CLOCK12, CLOCK18.
 */
const timesSql = {
  creation: sql`least(coalesce(former.creation_time, r.creation_time), r.latest_creation)`,
  start: sql`(select case when at is not null then least(at, r.latest_start) end from (select ${fieldSql('start_time', sql`not r.is_start_known`)} as at) as begun)`,
  finish: fieldSql(
    'finish_time',
    sql`not r.is_finish_known`,
    sql`case when not r.is_finish_known and r.finish_time < former.creation_time then r.received_at else r.finish_time end`,
  ),
};

/** The fields of every report that may change, besides the times. */
const changing = [
  'map_id',
  'mission_id',
  'treatment_type',
  'finish_status',
  'total_asked',
  'total_treated',
  'total_failed',
  'reached_end',
] as const;

/**
 * Writes treatments; returns the ids of those written. A device must not be able to overwrite, by using its id, another device's treatment or one from a former
 * owner's time.
 */
async function upsert(tx: Tx, reports: readonly DatedReport[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ treatment_id: string }>`
    insert into treatment (treatment_id, serial, organisation, ${sql.join(changing.map((name) => sql.ref(name)))}, creation_time, start_time, finish_time,
      version, map_version, test_mission, dosage_unit, is_counted, wait_seconds, reported_at, received_at)
    select r.treatment_id, r.serial, ${ownerAt(sql.ref('r.serial'), sql.ref('r.received_at'))}, ${sql.join(changing.map((name) => fieldSql(name)))},
      ${timesSql.creation}, ${timesSql.start}, ${timesSql.finish},
      coalesce(r.version, former.version, 2), coalesce(r.map_version, former.map_version), coalesce(r.test_mission, former.test_mission),
      coalesce(nullif(r.dosage_unit, ''), former.dosage_unit), false,
      -- Of several parts one has the waiting jobs.
      greatest(r.wait_seconds, former.wait_seconds), r.received_at, r.received_at
    from ${recordset(reports.map(rowOf), columns)} left join treatment former on former.treatment_id = r.treatment_id
    -- Neither the first receipt nor the owner changes afterwards: a treatment stays with whom it was first reported to.
    on conflict (treatment_id) do update set (map_id, mission_id, treatment_type, creation_time, start_time, finish_time, finish_status,
      total_asked, total_treated, total_failed, reached_end, version, map_version, test_mission, dosage_unit, is_counted, wait_seconds, reported_at)
      = (excluded.map_id, excluded.mission_id, excluded.treatment_type, excluded.creation_time, excluded.start_time, excluded.finish_time, excluded.finish_status,
      excluded.total_asked, excluded.total_treated, excluded.total_failed, excluded.reached_end, excluded.version, excluded.map_version,
      excluded.test_mission, excluded.dosage_unit, false, excluded.wait_seconds, excluded.reported_at)
      where treatment.serial = excluded.serial and treatment.organisation is not distinct from excluded.organisation
    returning treatment_id`.execute(tx);
  return new Set(rows.map(({ treatment_id }) => treatment_id));
}

async function writeJobs(tx: Tx, reports: readonly TreatmentReport[]): Promise<void> {
  const rows = reports.flatMap(({ data: { treatment_id, jobs }, share }) =>
    jobs === undefined || share !== undefined ? [] : [{ treatment_id, jobs }],
  );
  await sql`insert into treatment_jobs (treatment_id, jobs) select treatment_id, jobs from ${recordset(rows, { treatment_id: 'text', jobs: 'jsonb' })}
    on conflict (treatment_id) do update set jobs = excluded.jobs`.execute(tx);
}

/** Returns the reports of treatments that have begun but had not begun according to earlier reports. */
async function begunIn(tx: Tx, reports: readonly DatedReport[]): Promise<readonly DatedReport[]> {
  const begun = reports.filter(({ data }) => data.start_time !== null);
  if (begun.length === 0) return [];
  // All ids are passed as one parameter, however many there are.
  const { rows: known } = await sql<{ treatment_id: string }>`select treatment_id from treatment
    where treatment_id = any(${begun.map(({ data }) => data.treatment_id)}) and start_time is not null`.execute(tx);
  const ids = new Set(known.map(({ treatment_id }) => treatment_id));
  return begun.filter(({ data }) => !ids.has(data.treatment_id));
}

/**
 * Ends a running treatment without a reported end when its device begins the next one, or when its owner's time ended. A planned treatment neither ends another
 * one nor is ended by one; a treatment that its device afterwards reports as running is running again. Source: INGEST10.
 */
async function endFormer(tx: Tx, begun: readonly DatedReport[]): Promise<void> {
  if (begun.length === 0) return;
  const rows = begun.map(({ serial, times: { start_time } }) => ({ serial, start_time }));
  await sql`update treatment set finish_status = 'stopped', finish_time = least(next.begun, (select min(closed_date) from deployment
      where device_serial = treatment.serial and closed_date > treatment.creation_time and organisation is not distinct from treatment.organisation))
    from (select former.treatment_id, min(r.start_time) as begun from treatment former
      join ${recordset(rows, { serial: 'text', start_time: 'timestamptz' })} on r.serial = former.serial and r.start_time > former.start_time
      where former.finish_status = '' group by former.treatment_id) next
    where treatment.treatment_id = next.treatment_id`.execute(tx);
}

const refusedOf = ({ serial, receivedAt, data }: TreatmentReport, code: RefusedReport['code'], why: string): RefusedReport => ({
  serial,
  receivedAt,
  code,
  kind: 'data',
  name: { data_group: 'treatment', treatment_id: data.treatment_id },
  field: 'data.treatment_id',
  why,
});

/**
 * Writes the treatments that devices report as rows `treatment`, `treatment_jobs`; returns those that were not accepted. A device cannot
 * change a treatment of another device.
 */
export async function writeTreatments(tx: Tx, reports: readonly TreatmentReport[]): Promise<readonly RefusedReport[]> {
  if (reports.length === 0) return [];
  const refused: RefusedReport[] = [];
  const dated = await datedReports(tx, reports);
  const begun = await begunIn(tx, dated);
  for (const round of roundsOf(dated)) {
    const written = await upsert(tx, round);
    const own = round.filter(({ data }) => written.has(data.treatment_id));
    await writeJobs(tx, own);
    const incomplete = await writeParts(tx, own);
    for (const report of round) {
      const { treatment_id } = report.data;
      if (!written.has(treatment_id))
        refused.push(refusedOf(report, 'id_taken', 'it is a treatment of another device, or of a former owner'));
      else if (incomplete.includes(treatment_id))
        refused.push(refusedOf(report, 'parts_missing', 'the report before this one was never whole'));
    }
  }
  await endFormer(tx, begun);
  return refused;
}
