import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ConfigModel, ConfigValue } from '#contract/devices/configuration';
import { isSameValue } from '#domain/configuration/structuredValue';
import { messageLimits } from '#contract/messages/messageLimits';
import { ownTime } from '../../locations/currentOwner.ts';
import type { Database } from '../../platform/database/tables.ts';
import { insertChanges } from '../applyConfirmedChange.ts';
import { configAt, LATEST, type ValuedParameter } from '../configAt.ts';
import { changedBy, NOBODY, settlesOf, type ReportedChange } from './changedBy.ts';
import { lockConfiguration, newestFile, otherFiles, insertFileVersion, removeFiles, noteRepeated, type FileRow } from './reportRows.ts';
import type { ReportOutcome, FileReport } from './fileReport.ts';

/** Time, in ms, by which a report may be older than the newest one of its file, since a device may set its clock back. */
const LATE_MS = 60_000;
const MAX_FILES = 500;

interface Now {
  readonly value: ConfigValue;
  readonly model: ConfigModel;
}

const asMap = (parameters: readonly ValuedParameter[]): ReadonlyMap<string, Now> =>
  new Map(parameters.map(({ config_name, value, model }) => [config_name, { value, model }]));

/** Returns the parameters of a file after a report: unreadable ones keep their known values. */
function afterReport({ parameters, unread }: FileReport, before: ReadonlyMap<string, Now>): ReadonlyMap<string, Now> {
  const after = new Map<string, Now>(parameters.map(({ config_name, value, model }) => [config_name, { value, model }]));
  for (const name of unread) {
    const known = before.get(name);
    if (known !== undefined) after.set(name, known);
  }
  return after;
}

const modelsText = (of: ReadonlyMap<string, Now>) => JSON.stringify([...of].map(([name, { model }]) => [name, model]));

async function ownAt(tx: Transaction<Database>, { serial, happenedAt, receivedAt }: FileReport): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select ${ownTime(serial, happenedAt, receivedAt)} as at`.execute(tx);
  return rows[0]?.at.getTime() ?? receivedAt.getTime();
}

async function tooMuch(tx: Transaction<Database>, report: FileReport, size: { parameters: number; bytes: number }): Promise<string | null> {
  const others = await otherFiles(tx, report);
  const parameters = others.parameters + size.parameters;
  if (parameters > messageLimits.parameters) return `${parameters} parameters in all files, more than ${messageLimits.parameters}`;
  if (others.bytes + size.bytes > messageLimits.configurationBytes) return 'more than 1 MB in all files';
  return others.files >= MAX_FILES ? `more than ${MAX_FILES} files` : null;
}

/** Returns the changes between the known and the reported values; none for a new file. */
function changesOf(before: ReadonlyMap<string, Now>, after: ReadonlyMap<string, Now>): readonly ReportedChange[] {
  const changed = [...after].flatMap(([config_name, { value, model }]): ReportedChange[] => {
    const old = before.get(config_name)?.value ?? null;
    return isSameValue(old, value) ? [] : [{ config_name, old_value: old, new_value: value, model }];
  });
  const removed = [...before].flatMap(([config_name, { value, model }]): ReportedChange[] =>
    after.has(config_name) ? [] : [{ config_name, old_value: value, new_value: null, model }],
  );
  return [...changed, ...removed];
}

const record = <Value>(of: ReadonlyMap<string, Now>, pick: (now: Now) => Value): Record<string, Value> =>
  Object.fromEntries([...of].map(([name, now]) => [name, pick(now)]));

/** Stores the unknown parts of a report: new parameters as a version of the file, other values as changes. */
async function storeFile(tx: Transaction<Database>, report: FileReport, newest: FileRow | undefined, at: Date): Promise<ReportOutcome> {
  const { serial, file_name, receivedAt } = report;
  const known = await configAt(tx, serial, LATEST, file_name);
  const isKnown = known.file_names.length > 0;
  const before = asMap(known.parameters);
  const reported = afterReport(report, before);
  const found = isKnown ? changesOf(before, reported) : [];
  const settled = found.length === 0 ? NOBODY : await settlesOf(tx, report, newest?.received_at ?? null);
  const { changes, kept, differing } = changedBy(found, settled, receivedAt);
  const after = new Map(
    [...reported].map(([name, now]) => [name, kept.has(name) ? { ...now, value: before.get(name)?.value ?? now.value } : now]),
  );
  const models = { [file_name]: record(after, ({ model }) => model) };
  const first = record(after, ({ value }) => value);
  const [modelText, firstText] = [JSON.stringify(models), JSON.stringify(first)];
  const size = { parameters: after.size, bytes: modelText.length + firstText.length };
  const isLarger = newest?.schema_id == null || size.bytes > newest.bytes || size.parameters > newest.parameters;
  const why = isLarger ? await tooMuch(tx, report, size) : null;
  if (why !== null) return { kind: 'refused', rows: 0, why };
  const isVersion = newest === undefined || newest.schema_id === null || modelsText(before) !== modelsText(after);
  // If parts were left out of a report, no digest is stored, so that these parts are read when the file is reported again.
  const taken = kept.size === 0 ? report : { ...report, digest: '' };
  if (isVersion) {
    const schema_id = createHash('sha256').update(modelText).digest('base64url');
    await insertFileVersion(tx, taken, { at, schema_id, models: modelText, first: firstText, ...size });
  } else await noteRepeated(tx, taken, newest, at);
  await insertChanges(
    tx,
    changes.map(({ config_name, old_value, new_value, model, by }) => ({
      serial,
      file_name,
      config_name,
      old_value: old_value === null ? null : JSON.stringify(old_value),
      new_value: JSON.stringify(new_value),
      at,
      device_time: report.deviceTime,
      model_group: model.group,
      ...by,
    })),
  );
  return { kind: 'stored', rows: changes.length + (isVersion ? after.size : 0), differing };
}

/**
 * Stores the report of one file: the first report is the first configuration, and a value that differs later is a change. Outdated and unchanged reports have
 * no effect. Source: REPORTED1, REPORTED4, REPORTED5.
 */
export async function applyReport(database: Kysely<Database>, report: FileReport): Promise<ReportOutcome> {
  return database.transaction().execute(async (tx): Promise<ReportOutcome> => {
    const happenedAt = await ownAt(tx, report);
    const { newestAt } = await lockConfiguration(tx, report.serial, new Date(happenedAt));
    const newest = await newestFile(tx, report);
    if (newest !== undefined && happenedAt < newest.reported_at.getTime() - LATE_MS) return { kind: 'old', rows: 0 };
    const at = new Date(Math.max(happenedAt, newest === undefined ? 0 : newest.reported_at.getTime() + 1));
    const applied =
      newest?.digest === report.digest && newest.schema_id !== null && !newest.is_changed
        ? await noteRepeated(tx, report, newest, at)
        : await storeFile(tx, report, newest, at);
    // An unchanged report may be a repeated message, which must not remove files that were added after it.
    const isNewest = applied.kind === 'same' ? happenedAt > newestAt : applied.kind === 'stored' && happenedAt >= newestAt - LATE_MS;
    if (isNewest && report.file_names !== null) await removeFiles(tx, report, at);
    return applied;
  });
}
