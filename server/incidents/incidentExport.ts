/** Incidents of devices in a time range for an export, as lines in batches. */

import { sql, type Kysely } from 'kysely';
import { MAX_EXPORTED_INCIDENTS } from '#contract/incident';
import { codeText, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { nameInScope } from '../devices/nameInScope.ts';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { readCatalogue } from '../errorCodes/errorCodeStore.ts';
import { invalid } from '../platform/failure/failure.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import type { Cell } from '../platform/spreadsheet/sheetXml.ts';
import type { Scope } from '../platform/principal.ts';
import { exportLine } from './exportColumns.ts';
import { incidentsIn, resultsOf } from './readIncidents.ts';

/** Number of incidents per read: few enough that other requests are delayed by only a few ms. */
const BATCH = 500;

/** The selection of exported incidents: devices, and a period from `start` to `end`, both inclusive. */
export interface ExportSelection {
  readonly serials: readonly string[];
  readonly start: Date;
  readonly end: Date;
}

const foundIn = (database: Kysely<Database>, scope: Scope, { serials, start, end }: ExportSelection) =>
  incidentsIn(database, scope)
    .where(sql<boolean>`incident.serial = any(${serials})`)
    .where('incident.incident_time', '>=', start)
    .where('incident.incident_time', '<=', end);

/** Throws, before the first byte is sent, for an end before the start and for more than `MAX_EXPORTED_INCIDENTS`. */
export async function requireExportable(database: Kysely<Database>, scope: Scope, wanted: ExportSelection): Promise<void> {
  if (wanted.end < wanted.start) throw createFailure('endBeforeStart');
  const { total } = await foundIn(database, scope, wanted)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total > MAX_EXPORTED_INCIDENTS) throw invalid('These are more than 100 000 incidents. Choose a shorter time or fewer devices.');
}

type Texts = ErrorCatalogue[string];
const NO_TEXTS: Texts = { description: {} };

/** Returns the texts of all codes by their normalised code, in short turns of the thread. */
async function textsByCode(database: Kysely<Database>): Promise<ReadonlyMap<string, Texts>> {
  const { entries } = await readCatalogue(database);
  const texts = new Map<string, Texts>();
  await mapInTurns(entries, ({ code, description }) => {
    const normalised = codeText(code);
    if (code === normalised || !texts.has(normalised)) texts.set(normalised, { description });
  });
  return texts;
}

/** Returns the catalogue of the codes of some incidents, including unknown codes, which would otherwise be searched for among all codes. */
const catalogueOf = (texts: ReadonlyMap<string, Texts>, rows: readonly { readonly error_code: string | null }[]): ErrorCatalogue =>
  Object.fromEntries(
    rows.flatMap(({ error_code: code }) => (code === null ? [] : [[codeText(code), texts.get(codeText(code)) ?? NO_TEXTS]])),
  );

/** Yields the lines of an export in batches, oldest first; each batch starts after the last row of the previous one. */
export async function* exportBatches(
  database: Kysely<Database>,
  scope: Scope,
  wanted: ExportSelection,
): AsyncGenerator<(readonly Cell[])[]> {
  const texts = await textsByCode(database);
  const oldestFirst = foundIn(database, scope, wanted)
    .leftJoin('device', 'device.serial', 'incident.serial')
    .selectAll('incident')
    // A `Date` has only milliseconds: for an instant in microseconds, the same row would be repeated.
    .select([nameInScope(scope).as('device_name'), sql<string>`incident.incident_time::text`.as('exact_time')])
    .orderBy('incident.incident_time')
    .orderBy('incident.incident_id')
    .limit(BATCH);
  let rows = await oldestFirst.execute();
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const results = await resultsOf(
      database,
      rows.map(({ incident_id }) => incident_id),
    );
    const catalogue = catalogueOf(texts, rows);
    yield rows.map(({ device_name, ...row }) => exportLine({ row, deviceName: device_name ?? row.serial, results, catalogue }));
    // Only the first condition can use an index; without it, each batch would read all earlier rows again.
    const behind = sql<boolean>`incident.incident_time >= ${last.exact_time}::timestamptz
      and (incident.incident_time, incident.incident_id) > (${last.exact_time}::timestamptz, ${last.incident_id})`;
    rows = await oldestFirst.where(behind).execute();
  }
}
