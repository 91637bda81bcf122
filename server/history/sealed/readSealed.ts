/** Reads sealed reports, or columns of them: the row groups of the wanted devices in the files of a span. */

import type { KeptReport } from '../../fleet/history/keptReport.ts';
import { groupBy } from '../../platform/groupBy.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { CataloguedFile } from '../parquet/catalogue.ts';
import type { Cell } from '../parquet/columns.ts';
import type { GroupColumns, OpenParquet, ParquetGroup } from '../parquet/openParquet.ts';
import type { StoredParquets, UnreadableFile } from '../parquet/storedParquet.ts';
import { reportReader } from './reportColumns.ts';

/** The query: the reports received from `from` to before `to` (ms since epoch), from these devices or from all. */
export interface SealedSpan {
  readonly from: number;
  readonly to: number;
  readonly serials?: readonly string[];
}

/** Reports, and the files that could not be read for them. */
export interface SealedReports {
  readonly reports: readonly KeptReport[];
  readonly unreadable: readonly UnreadableFile[];
}

/**
 * The row groups of open files by device; each group holds one device. They are computed once per file, because a search of all devices would otherwise compare
 * each device with each group.
 */
const groupsBySerial = new WeakMap<OpenParquet, ReadonlyMap<Cell, readonly ParquetGroup[]>>();

function groupsOf(file: OpenParquet, serials: readonly string[]): readonly ParquetGroup[] {
  const bySerial = groupsBySerial.get(file) ?? groupBy(file.groups, (group) => group.bounds('serial')?.least ?? null);
  groupsBySerial.set(file, bySerial);
  // A group without a serial in its bounds may hold reports of any device.
  return [...[...new Set(serials)].flatMap((serial) => bySerial.get(serial) ?? []), ...(bySerial.get(null) ?? [])];
}

/** Returns the row groups that may hold reports of the span; the rows of each group are sorted by time. */
async function wantedGroups(file: OpenParquet, { from, to, serials }: SealedSpan): Promise<readonly ParquetGroup[]> {
  const ofSpan = await mapInTurns(serials === undefined ? file.groups : groupsOf(file, serials), (group) => {
    const received = group.bounds('received_at');
    return received === null || (Number(received.most) >= from && Number(received.least) < to) ? [group] : [];
  });
  return ofSpan.flat();
}

/** Number of rows whose times are decoded together in the search for an instant. */
const SEARCHED_ROWS = 2_048;

/** Returns the index of the first row of a group that was received at or after an instant; decodes only a few of the group's times. */
async function rowAt(columns: GroupColumns, rows: number, at: number): Promise<number> {
  let [low, high] = [0, Math.ceil(rows / SEARCHED_ROWS)];
  const times = (part: number, count: number) =>
    columns.cells('received_at', part * SEARCHED_ROWS, Math.min(rows, part * SEARCHED_ROWS + count));
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const [first] = await times(middle, 1);
    if (Number(first) < at) low = middle;
    else high = middle;
  }
  const found = (await times(low, SEARCHED_ROWS)).findIndex((time) => Number(time) >= at);
  return found === -1 ? Math.min(rows, (low + 1) * SEARCHED_ROWS) : low * SEARCHED_ROWS + found;
}

/** Reads rows of a group as reports, in short turns of the event loop. */
async function readRows(group: OpenGroup, names: readonly string[], from: number, to: number) {
  const cells = new Map<string, readonly Cell[]>();
  for (const name of names) if (name !== 'serial') cells.set(name, await group.columns.cells(name, from, to));
  // The serial is the same for the whole group, because a group holds one device.
  cells.set(
    'serial',
    Array.from({ length: to - from }, () => group.serial),
  );
  const rows = Array.from({ length: to - from }, (_, row) => row);
  return mapInTurns(
    rows,
    reportReader((name) => cells.get(name)),
  );
}

/** A group whose column bytes have been read. */
interface OpenGroup {
  readonly serial: Cell;
  readonly columns: GroupColumns;
}

const openGroup = async (group: ParquetGroup, names: readonly string[]): Promise<OpenGroup> => ({
  serial: group.bounds('serial')?.least ?? null,
  columns: await group.open(names),
});

async function readFile(file: OpenParquet, span: SealedSpan): Promise<readonly KeptReport[]> {
  const reports: KeptReport[] = [];
  for (const group of await wantedGroups(file, span)) {
    const opened = await openGroup(group, file.columns);
    const { columns } = opened;
    const [first, end] = [await rowAt(columns, group.rows, span.from), await rowAt(columns, group.rows, span.to)];
    if (first === end) continue;
    for (const report of await readRows(opened, file.columns, first, end)) reports.push(report);
  }
  return reports;
}

/** Reads the reports of a span from these files, one device after another. Returns the files that cannot be read, whose reports are missing. */
export async function readSealed(files: readonly CataloguedFile[], parquets: StoredParquets, span: SealedSpan): Promise<SealedReports> {
  const [reports, unreadable]: [KeptReport[], UnreadableFile[]] = [[], []];
  for (const file of files) {
    const found = await parquets.read(file, (open) => readFile(open, span));
    if ('value' in found) for (const report of found.value) reports.push(report);
    else unreadable.push(found);
  }
  return { reports, unreadable };
}

/** Columns of some rows of one device, by name. */
export interface SealedCells {
  readonly serial: string;
  readonly rows: number;
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
}

async function readCells(file: OpenParquet, span: SealedSpan, names: readonly string[]): Promise<readonly SealedCells[]> {
  const found: SealedCells[] = [];
  const held = ['received_at', ...names.filter((name) => file.columns.includes(name))];
  for (const group of await wantedGroups(file, span)) {
    const { serial, columns } = await openGroup(group, held);
    const [first, end] = [await rowAt(columns, group.rows, span.from), await rowAt(columns, group.rows, span.to)];
    if (first === end) continue;
    const cells = new Map<string, readonly Cell[]>();
    for (const name of held) cells.set(name, await columns.cells(name, first, end));
    found.push({ serial: String(serial), rows: end - first, cells });
  }
  return found;
}

/**
 * Reads columns of the reports of a span, and `received_at`, in their stored form, without building reports: numbers with three decimals, sorted by time within
 * a file and device; a column that a file does not have is missing. Returns the files that cannot be read, whose reports are missing.
 */
export async function readSealedCells(
  files: readonly CataloguedFile[],
  parquets: StoredParquets,
  span: SealedSpan,
  names: readonly string[],
): Promise<{ readonly found: readonly SealedCells[]; readonly unreadable: readonly UnreadableFile[] }> {
  const [found, unreadable]: [SealedCells[], UnreadableFile[]] = [[], []];
  for (const file of files) {
    const read = await parquets.read(file, (open) => readCells(open, span, names));
    if ('value' in read) found.push(...read.value);
    else unreadable.push(read);
  }
  return { found, unreadable };
}

/** Returns, for each of these devices, the newest report in a file that was received before an instant and that `isReadable` accepts. */
async function newestInFile(
  file: OpenParquet,
  { to, sinceOf, serials }: Pick<NewestSpan, 'to' | 'sinceOf'> & { readonly serials: readonly string[] },
  isReadable: ReportFilter,
): Promise<readonly KeptReport[]> {
  const found: KeptReport[] = [];
  const oldest = serials.reduce((least, serial) => Math.min(least, sinceOf.get(serial) ?? least), Infinity);
  for (const group of await wantedGroups(file, { from: oldest, to, serials })) {
    const opened = await openGroup(group, file.columns);
    const { columns } = opened;
    const from = sinceOf.get(String(opened.serial)) ?? oldest;
    let [end, part] = [await rowAt(columns, group.rows, to), 1];
    while (end > 0) {
      const start = Math.max(0, end - part);
      const reports = await readRows(opened, file.columns, start, end);
      const newest = reports.findLast((report) => report.receivedAt >= from && isReadable(report));
      if (newest !== undefined) found.push(newest);
      if (newest !== undefined || (reports[0]?.receivedAt ?? from) < from) break;
      // The newest reports may belong to another owner; earlier ones are then searched.
      [end, part] = [start, SEARCHED_ROWS];
    }
  }
  return found;
}

/** A function that returns whether a report counts. */
type ReportFilter = (report: KeptReport) => boolean;

/**
 * A search for the newest report of each device that was received before an instant and not before the device's `sinceOf` (ms since epoch); `newestAt` is the
 * arrival of a device's newest known report.
 */
interface NewestSpan {
  readonly to: number;
  readonly sinceOf: ReadonlyMap<string, number>;
  readonly newestAt: ReadonlyMap<string, number>;
}

/** Returns reports of a span that include the newest report of each device; reads the newest files first, and skips devices whose newer report is known. */
export async function newestSealed(
  files: readonly CataloguedFile[],
  parquets: StoredParquets,
  { to, sinceOf, newestAt: known }: NewestSpan,
  isReadable: ReportFilter,
): Promise<SealedReports> {
  const [reports, unreadable]: [KeptReport[], UnreadableFile[]] = [[], []];
  const newestAt = new Map(known);
  for (const file of files.toSorted((a, b) => b.lastAt - a.lastAt)) {
    const inFile = new Set(file.serials);
    const wanted = [...sinceOf].flatMap(([serial, since]) =>
      inFile.has(serial) && file.lastAt >= since && (newestAt.get(serial) ?? Number.NEGATIVE_INFINITY) < file.lastAt ? [serial] : [],
    );
    if (wanted.length === 0) continue;
    const found = await parquets.read(file, (open) => newestInFile(open, { to, sinceOf, serials: wanted }, isReadable));
    if (!('value' in found)) {
      unreadable.push(found);
      continue;
    }
    for (const report of found.value) {
      reports.push(report);
      newestAt.set(report.serial, Math.max(newestAt.get(report.serial) ?? report.receivedAt, report.receivedAt));
    }
  }
  return { reports, unreadable };
}
