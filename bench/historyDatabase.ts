/** A PostgreSQL for `history`: the same reports as plain rows, read by `COPY … TO STDOUT`, and a catalogue of many months of rollups. */

import path from 'node:path';
import { Client } from 'pg';
import { HOUR_MS } from '#domain/text/timeUnits';
import { migrate } from '#server/app/migrations';
import type { KeptReport } from '#server/fleet/history/keptReport';
import type { CataloguedFile } from '#server/history/parquet/catalogue';
import type { StoredParquets } from '#server/history/parquet/storedParquet';
import { readHourTimes } from '#server/history/rollups/readRollups';
import { openDatabase } from '#server/platform/database/openDatabase';
import { startPostgres } from '#server/platform/embedded/postgres';
import { median } from './result.ts';

const ROUNDS = 7;
const ROWS_AT_ONCE = 20_000;
const NUMBERS = ['battery_level', 'current_pose_x', 'current_pose_y', 'current_pose_theta', 'current_velocity'] as const;
const TEXTS = ['current_state', 'current_task', 'error_code', 'controller', 'current_node'] as const;
const FIELDS = [...TEXTS, ...NUMBERS] as const;

/** Instants in ms since epoch: from the first one to before the second one. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The reports of a day as rows. */
export interface ReportRows {
  /** Bytes per report, with the index. */
  readonly bytes: number;
  /** Wall time in ms of one field of a device over a span. */
  readonly field: (field: (typeof NUMBERS)[number], serial: string, span: Span) => Promise<number>;
  /** Wall time in ms of all fields of all devices in a span. */
  readonly moment: (span: Span) => Promise<number>;
}

/** A database that is measured. */
export interface HistoryDatabase {
  /** Writes reports as rows, second by second. */
  readonly rowsOf: (seconds: Iterable<readonly KeptReport[]>) => Promise<ReportRows>;
  /** Returns the wall time in ms in which the last month of all devices is added up, where the catalogue holds the last `months` files. */
  readonly lastMonth: (files: readonly CataloguedFile[], months: number, parquets: StoredParquets) => Promise<number>;
  readonly stop: () => Promise<void>;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const from = performance.now();
    await work();
    if (round >= 0) rounds.push(performance.now() - from);
  }
  return median(rounds);
}

const instantOf = (at: number) => new Date(at).toISOString();

/** The columns of the rows, with their types. */
const COLUMNS = [
  ['serial', 'text'],
  ['received_at', 'timestamptz'],
  ['device_time', 'timestamptz'],
  ['sequence', 'bigint'],
  ...TEXTS.map((name) => [name, 'text'] as const),
  ...NUMBERS.map((name) => [name, 'double precision'] as const),
] as const;

/** Writes reports as rows with indexes, and returns the bytes of each. */
async function writeRows(client: Client, seconds: Iterable<readonly KeptReport[]>): Promise<number> {
  await client.query(`create table report (${COLUMNS.map((column) => column.join(' ')).join(', ')})`);
  const places = COLUMNS.map(([, type], index) => `$${String(index + 1)}::${type}[]`).join(', ');
  let [waiting, count] = [new Array<readonly unknown[]>(), 0];
  const write = async () => {
    const columns = COLUMNS.map((_, index) => waiting.map((row) => row[index]));
    await client.query(`insert into report select * from unnest(${places})`, columns);
    count += waiting.length;
    waiting = [];
  };
  for (const reports of seconds) {
    for (const { serial, receivedAt, deviceTime, sequence, state } of reports)
      waiting.push([serial, instantOf(receivedAt), instantOf(deviceTime), sequence, ...FIELDS.map((field) => state[field])]);
    if (waiting.length > ROWS_AT_ONCE) await write();
  }
  if (waiting.length > 0) await write();
  await client.query('create index on report (serial, received_at)');
  await client.query('create index on report (received_at)');
  await client.query('vacuum analyze report');
  const { rows } = await client.query<{ bytes: string }>(`select pg_total_relation_size('report') bytes`);
  return Number(rows[0]?.bytes) / count;
}

/** Starts the database in a folder. */
export async function openHistoryDatabase(folder: string): Promise<HistoryDatabase> {
  const postgres = await startPostgres({ dataDir: path.join(folder, 'database') });
  const database = openDatabase(postgres.url);
  await migrate(database);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const within = ({ from, to }: Span) => `received_at >= '${instantOf(from)}' and received_at < '${instantOf(to)}'`;
  return {
    rowsOf: async (seconds) => {
      const bytes = await writeRows(client, seconds);
      const copy = (query: string) => timeOf(() => client.query(`copy (${query}) to stdout`));
      return {
        bytes,
        field: (field, serial, span) => copy(`select received_at, ${field} from report where serial = '${serial}' and ${within(span)}`),
        moment: (span) => copy(`select * from report where ${within(span)}`),
      };
    },
    lastMonth: async (files, months, parquets) => {
      await client.query('delete from history_file');
      for (const { name, firstAt, lastAt, serials, rows, bytes, sha256, footerBytes, footerCrc } of files.slice(-months))
        await database
          .insertInto('history_file')
          .values({
            name,
            kind: 'rollups',
            state: 'complete',
            first_at: new Date(firstAt),
            last_at: new Date(lastAt - HOUR_MS),
            serials: [...serials],
            row_count: rows,
            bytes,
            sha256,
            footer_bytes: footerBytes,
            footer_crc: footerCrc,
            written_at: new Date(lastAt),
          })
          .execute();
      const last = files.at(-1);
      if (last === undefined) throw new Error('there is no month');
      return await timeOf(() => readHourTimes(database, parquets, { from: last.firstAt, to: last.lastAt, serials: last.serials }));
    },
    stop: async () => {
      await client.end();
      await database.destroy();
      await postgres.stop();
    },
  };
}
