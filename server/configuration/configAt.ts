import { sql, type Kysely } from 'kysely';
import { configModel, configValue, type ConfigModel, type ConfigValue } from '#contract/devices/configuration';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import { fileVersionsAt, type FileVersion } from './fileVersions.ts';

/** A parameter of a device. */
export interface Parameter {
  readonly file_name: string;
  readonly config_name: string;
  readonly model: ConfigModel;
}

/** A parameter of a device with its value at a given time. */
export interface ValuedParameter extends Parameter {
  readonly value: ConfigValue;
}

/** The configuration of a device at a given time. `file_names` also holds files without visible parameters. */
export interface Configuration {
  readonly file_names: readonly string[];
  readonly parameters: readonly ValuedParameter[];
}

/** An instant after every change, which selects the current values even when another instance's clock is ahead. */
export const LATEST = new Date('9999-12-31T00:00:00Z');

/** The empty configuration of a device at a time when it had no readable one. */
export const NOTHING: Configuration = { file_names: [], parameters: [] };

const newestShape = z.object({ file_name: z.string(), config_name: z.string(), new_value: configValue });

/** A parameter with its value at the beginning of this version of its file. */
interface FirstParameter extends ValuedParameter {
  readonly since: Date;
}

async function firstParameters(versions: readonly FileVersion[]): Promise<readonly FirstParameter[]> {
  const named = versions.flatMap((version) => Object.keys(version.models).map((config_name) => ({ version, config_name })));
  const read = await mapInTurns(named, ({ version: { file_name, since, models, first }, config_name }): FirstParameter[] => {
    const value = first !== null && Object.hasOwn(first, config_name) ? first[config_name] : undefined;
    return value === undefined
      ? []
      : [{ file_name, config_name, since, model: configModel.parse(models[config_name]), value: configValue.parse(value) }];
  });
  return read.flat();
}

/** Returns the newest change of each parameter at or before `at`. The lateral join needs one index lookup per parameter. */
async function newestChanges(database: Kysely<Database>, serial: string, parameters: readonly FirstParameter[], at: Date) {
  const files = parameters.map(({ file_name }) => file_name);
  const names = parameters.map(({ config_name }) => config_name);
  const since = parameters.map(({ since: from }) => from.toISOString());
  const { rows } = await sql`
    select asked.file_name, asked.config_name, newest.new_value
    from unnest(${files}::text[], ${names}::text[], ${since}::timestamptz[]) asked (file_name, config_name, since)
    cross join lateral (
      select new_value from config_change change
      where change.serial = ${serial} and change.file_name = asked.file_name and change.config_name = asked.config_name
        and change.at <= ${at} and change.at >= asked.since
      order by change.at desc, change.id desc limit 1
    ) newest`.execute(database);
  return mapInTurns(rows, (row) => newestShape.parse(row));
}

const keyOf = ({ file_name, config_name }: Pick<Parameter, 'file_name' | 'config_name'>) => `${file_name}\n${config_name}`;

/** The newest change applies, even if it removed the value. */
const valueNow = (changed: ReadonlyMap<string, ConfigValue>, key: string, first: ConfigValue): ConfigValue => {
  const newest = changed.get(key);
  return newest === undefined ? first : newest;
};

/**
 * Returns the configuration of a device at a time, or one file of it: the values of each file's version at that time, plus the changes since then. Empty before
 * the first report.
 */
export async function configAt(database: Kysely<Database>, serial: string, at: Date, file_name?: string): Promise<Configuration> {
  const versions = await fileVersionsAt(database, { serial, at, ...(file_name === undefined ? {} : { file_name }) });
  if (versions.length === 0) return NOTHING;
  const first = await firstParameters(versions);
  const changes = await newestChanges(database, serial, first, at);
  const changed = new Map(changes.map((change) => [keyOf(change), change.new_value]));
  const parameters = first.map(({ file_name: file, config_name, model, value }) => ({
    file_name: file,
    config_name,
    model,
    value: valueNow(changed, keyOf({ file_name: file, config_name }), value),
  }));
  return { file_names: versions.map((version) => version.file_name), parameters };
}

/** Returns the parameters of a device; empty for a device without configuration. */
export async function parametersOf(database: Kysely<Database>, serial: string): Promise<readonly Parameter[]> {
  return firstParameters(await fileVersionsAt(database, { serial, at: LATEST }));
}
