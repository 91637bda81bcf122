import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { MAX_MARKS, readMarks } from '#server/history/marks/readMarks';
import { DAY, DAY_END, everybody, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { seededDatabase } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const MINUTE = 60_000;
const MOVED = DAY + 600 * MINUTE;

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand(await seededDatabase());
});
afterEach(() => stand.close());

/** The marks that an owner until `MOVED` gets of the whole day: kind, begin and end in minutes since the move. */
async function marksOfFormer() {
  const store = { database: stand.database, parquets: storedParquets(stand.storage) };
  const devices = [{ serial: SERIAL, times: [{ from: DAY, until: MOVED }] }];
  const { marks, hasOlder } = await readMarks(store, { from: DAY, to: DAY_END, now: DAY_END, devices, hasEvents: true }, everybody.colours);
  const minutes = (at: number | null) => (at === null ? null : (at - MOVED) / MINUTE);
  return { marks: marks.map(({ kind, at, to }) => [kind, minutes(at), minutes(to)]), hasOlder };
}

const writeOf = {
  command: (
    begin: Date,
    count: number,
  ) => sql`insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, expires_at, ends_by)
    select 'marks-' || ${begin.toISOString()} || n, ${SERIAL}, 'stop_immediately', '{}', 'done', ${begin}::timestamptz + make_interval(secs => n / 100.0), 'an', 'An', now(), now()
    from generate_series(0, ${count}::int - 1) n`,
  error: (begin: Date, count: number) => sql`insert into error_period (serial, start_time, stop_time, error_code)
    select ${SERIAL}, ${begin}::timestamptz + make_interval(secs => n / 100.0), ${begin}::timestamptz + make_interval(secs => (n + 1) / 100.0), '0xe1'
    from generate_series(0, ${count}::int - 1) n`,
  incident: (begin: Date, count: number) => sql`insert into incident (incident_id, serial, incident_time, received_at, manually_triggered)
    select 'marks-' || ${begin.toISOString()} || n, ${SERIAL}, ${begin}::timestamptz + make_interval(secs => n / 100.0), now(), false
    from generate_series(0, ${count}::int - 1) n`,
  event: (begin: Date, count: number) => sql`insert into device_event (serial, at, received_at, device_time, level, message)
    select ${SERIAL}, ${begin}::timestamptz + make_interval(secs => n / 100.0), now(), ${begin}::timestamptz, 'info', 'event ' || n
    from generate_series(0, ${count}::int - 1) n`,
  treatment: (
    begin: Date,
    count: number,
  ) => sql`insert into treatment (treatment_id, serial, organisation, mission_id, map_id, treatment_type, finish_status, creation_time,
      total_asked, total_treated, total_failed, reached_end)
    select 'marks-' || ${begin.toISOString()} || n, ${SERIAL}, 'org-de-linde', 'm', 'de-linde-2', 'uv', 'failed', ${begin}::timestamptz + make_interval(secs => n / 100.0),
      1, 0, 0, false
    from generate_series(0, ${count}::int - 1) n`,
  late: (begin: Date, count: number) => sql`insert into late_span (serial, from_at, to_at, arrived_at, arrived_to)
    select ${SERIAL}, at, at, at + interval '30 minutes', at + interval '30 minutes'
    from generate_series(0, ${count}::int - 1) n, lateral (select ${begin}::timestamptz + make_interval(secs => n / 100.0) as at)`,
};

it.each(['command', 'error', 'incident', 'event', 'treatment', 'late'] as const)(
  '[OVERVIEW3] a %s of the next owner neither uses up the limit of the former one nor tells that there are more',
  async (kind) => {
    await writeOf[kind](new Date(MOVED - 60 * MINUTE), 1).execute(stand.database);
    const own = await marksOfFormer();
    expect(own.marks.map(([, at]) => at)).toEqual([-60]);
    await writeOf[kind](new Date(MOVED + MINUTE), MAX_MARKS + 1).execute(stand.database);
    expect(await marksOfFormer()).toEqual({ ...own, hasOlder: false });
  },
);

it('[OVERVIEW4] a treatment is a mark of the span in which it began, whenever it was created', async () => {
  const { database } = stand;
  await writeOf.treatment(new Date(DAY - 10 * MINUTE), 1).execute(database);
  await database
    .updateTable('treatment')
    .set({ start_time: new Date(DAY + 10 * MINUTE), finish_time: new Date(DAY + 60 * MINUTE) })
    .where('creation_time', '=', new Date(DAY - 10 * MINUTE))
    .execute();
  const store = { database, parquets: storedParquets(stand.storage) };
  const devices = [{ serial: SERIAL, times: 'all' as const }];
  const marksOf = async (from: number, to: number) =>
    (await readMarks(store, { from, to, now: DAY_END, devices, isNotableOnly: true }, everybody.colours)).marks.map(({ kind, at }) => [
      kind,
      at - DAY,
    ]);
  expect(await marksOf(DAY - 1_440 * MINUTE, DAY)).toEqual([]);
  expect(await marksOf(DAY, DAY_END)).toEqual([['treatment', 10 * MINUTE]]);
  expect(await marksOf(DAY - 5 * MINUTE, DAY + 5 * MINUTE)).toEqual([]);
});
