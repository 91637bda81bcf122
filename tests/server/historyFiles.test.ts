import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { reportColumns } from '#server/history/sealed/reportColumns';
import { rollupColumns } from '#server/history/rollups/rollupRow';
import { fileMonths } from '#server/history/rollups/fileMonths';
import { sealDays } from '#server/history/sealed/sealDays';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { seededDatabase } from '../support/testServer.ts';

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const guide = readFileSync('docs/history.md', 'utf8');
const queries = [...guide.matchAll(/```sql\n(.*?)```/gs)].map(([, query = '']) => query);

const NIGHT = DAY + 2 * 3_600_000 + 30 * 60_000;
const state = (second: number) => ({
  current_state: 'executing_task',
  current_task: 'uv_treatment',
  battery_level: (6_000 - second) / 100,
  current_velocity: 0.4,
});
/** Twenty minutes of two devices, the second of which has further fields. */
const reports: readonly KeptReport[] = Array.from({ length: 1_200 }, (_, second) => [
  { serial: 'LF-0140-23', receivedAt: NIGHT + second * 1_000, deviceTime: NIGHT, sequence: second, state: state(second) },
  {
    serial: 'LF-0141-23',
    receivedAt: NIGHT + second * 1_000,
    deviceTime: NIGHT,
    sequence: second,
    state: { ...state(second), voltage: 48.2, implement_error: true, current_pose_x: 1.00005 },
  },
]).flat();

/** Runs a query with DuckDB in the folder of the files; returns its rows as texts. */
async function ask(query: string): Promise<readonly (readonly string[])[]> {
  const folder = path.join(stand.folder, 'files');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(query.replaceAll("'history/", `'${folder}/history/`));
  connection.closeSync();
  return result.getRows().map((row) => row.map(String));
}

async function fill(): Promise<void> {
  await stand.add(reports);
  await sealDays(stand.parts, DAY_END);
  // The stand has no deployments: the rollups get the owner that they would have.
  await stand.database.updateTable('history_rollup').set({ organisation: 'org-de-linde' }).execute();
  await fileMonths(stand.parts, Date.UTC(2026, 3, 1));
}

it('[SEALED11] the queries of docs/history.md are answered from the files by DuckDB', async () => {
  await fill();
  expect(queries.length).toBe(3);
  const [minutes, fields, months] = await Promise.all(queries.map(ask));
  expect(minutes?.length).toBe(20);
  expect(minutes?.slice(0, 2)).toEqual([
    ['2026-03-04 02:30:00', '59.410', '0.400', 'uv_treatment'],
    ['2026-03-04 02:31:00', '58.810', '0.400', 'uv_treatment'],
  ]);
  expect(fields?.toSorted()).toEqual([
    ['LF-0141-23', 'current_pose_x', '1200'],
    ['LF-0141-23', 'implement_error', '1200'],
    ['LF-0141-23', 'voltage', '1200'],
  ]);
  expect(months).toEqual([
    ['LF-0140-23', '2026-03', '0.3', '0.3', '0'],
    ['LF-0141-23', '2026-03', '0.3', '0.3', '0'],
  ]);
});

it('[SEALED6] a row names the organisation that its device worked for when the report came, or none', async () => {
  await stand.close();
  stand = await openSealingStand(await seededDatabase());
  await stand.database.deleteFrom('history_block').execute();
  const periods = [
    { creation_date: new Date(NIGHT), closed_date: new Date(NIGHT + 60_000) },
    { creation_date: new Date(NIGHT + 120_000), closed_date: null },
  ];
  const [first, second] = await stand.database
    .selectFrom('deployment')
    .selectAll()
    .where('closed_date', 'is', null)
    .distinctOn('organisation')
    .orderBy('organisation')
    .limit(2)
    .execute();
  if (first === undefined || second === undefined) throw new Error('the demo has two organisations');
  await stand.database.deleteFrom('deployment').where('device_serial', '=', 'LF-0140-23').execute();
  for (const [index, row] of [first, second].entries()) {
    const moved = { ...row, ...periods[index], id: `moved-${index}`, device_serial: 'LF-0140-23' };
    await stand.database.insertInto('deployment').values(moved).execute();
  }
  await stand.add(reports.filter(({ serial }) => serial === 'LF-0140-23'));
  await sealDays(stand.parts, DAY_END);
  const rows = await ask(
    `select organisation, count(*), min(sequence) from read_parquet('history/reports/*/*.parquet') group by all order by 3`,
  );
  expect(rows).toEqual([
    [first.organisation, '60', '0'],
    ['null', '60', '60'],
    [second.organisation, '1080', '120'],
  ]);
});

it('[SEALED11] DuckDB reads each value of a report as docs/history.md says', async () => {
  await fill();
  const rows =
    await ask(`select serial, epoch_ms(received_at), sequence, battery_level, current_pose_x, implement_error, controller, fields,
    other_fields->>'current_pose_x', other_fields->'implement_error' from read_parquet('history/reports/*/*.parquet') where sequence = 7 order by serial`);
  const at = String(NIGHT + 7_000);
  expect(rows).toEqual([
    ['LF-0140-23', at, '7', '59.930', 'null', 'null', 'null', JSON.stringify(Object.keys(state(0))), 'null', 'null'],
    [
      'LF-0141-23',
      at,
      '7',
      '59.930',
      '1.000',
      'true',
      'null',
      JSON.stringify([...Object.keys(state(0)), 'voltage', 'implement_error', 'current_pose_x']),
      '1.00005',
      'true',
    ],
  ]);
});

it('[SEALED11] docs/history.md names the columns that the files have', async () => {
  await fill();
  const described = async (files: string) => (await ask(`describe select * from read_parquet('${files}')`)).map(([name]) => name);
  expect((await described('history/reports/*/*.parquet')).slice(0, -1)).toEqual(reportColumns.map(({ name }) => name));
  expect((await described('history/rollups/*/*.parquet')).slice(0, -1)).toEqual(rollupColumns.map(({ name }) => name));
  for (const { name } of rollupColumns.filter(({ name: column }) => !column.startsWith('speed_'))) expect(guide).toContain(`\`${name}\``);
  for (const name of ['serial', 'organisation', 'received_at', 'device_time', 'sequence', 'arrived_at', 'fields', 'other_fields'])
    expect(guide).toContain(`| \`${name}\``);
});
