import { sql, type Kysely } from 'kysely';
import { configModel, configValue, type ConfigModel, type ConfigValue } from '#contract/devices/configuration';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';

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

/** An instant after every change: the current values, even when another instance's clock is ahead. */
export const LATEST = new Date('9999-12-31T00:00:00Z');

/** The configuration of a device at a time when it had none, or none that is readable. */
export const NOTHING: Configuration = { file_names: [], parameters: [] };

const modelFiles = z.record(z.string(), z.record(z.string(), configModel));
const valueFiles = z.record(z.string(), z.record(z.string(), configValue));
const newestShape = z.array(z.object({ file_name: z.string(), config_name: z.string(), new_value: configValue }));

/** The initial configuration of a device. */
interface Start {
  readonly since: Date;
  readonly file_names: readonly string[];
  readonly parameters: readonly ValuedParameter[];
}

/** Returns the initial configuration of a device; null for a device without configuration. */
async function readStart(database: Kysely<Database>, serial: string): Promise<Start | null> {
  const row = await database
    .selectFrom('config_device')
    .innerJoin('config_schema', 'config_schema.id', 'config_device.schema_id')
    .select(['config_schema.files', 'config_device.first_values', 'config_device.since'])
    .where('config_device.serial', '=', serial)
    .executeTakeFirst();
  if (row === undefined) return null;
  const first = valueFiles.parse(row.first_values);
  const files = Object.entries(modelFiles.parse(row.files));
  const parameters = files.flatMap(([file_name, models]) =>
    Object.entries(models).flatMap(([config_name, model]): ValuedParameter[] => {
      const value = first[file_name]?.[config_name];
      return value === undefined ? [] : [{ file_name, config_name, model, value }];
    }),
  );
  return { since: row.since, file_names: files.map(([file]) => file), parameters };
}

/** Returns the parameters of a device; empty for a device without configuration. */
export async function parametersOf(database: Kysely<Database>, serial: string): Promise<readonly Parameter[]> {
  return (await readStart(database, serial))?.parameters ?? [];
}

/** Returns the newest change of each parameter at or before `at`. The lateral join needs one index lookup per parameter. */
async function newestChanges(database: Kysely<Database>, serial: string, parameters: readonly Parameter[], at: Date) {
  const files = parameters.map(({ file_name }) => file_name);
  const names = parameters.map(({ config_name }) => config_name);
  const { rows } = await sql`
    select asked.file_name, asked.config_name, newest.new_value
    from unnest(${files}::text[], ${names}::text[]) asked (file_name, config_name)
    cross join lateral (
      select new_value from config_change change
      where change.serial = ${serial} and change.file_name = asked.file_name and change.config_name = asked.config_name and change.at <= ${at}
      order by change.at desc, change.id desc limit 1
    ) newest`.execute(database);
  return newestShape.parse(rows);
}

const keyOf = ({ file_name, config_name }: Pick<Parameter, 'file_name' | 'config_name'>) => `${file_name}\n${config_name}`;

/** Returns the configuration of a device at a time: initial values plus the changes until then. Empty before the start of the configuration. */
export async function configAt(database: Kysely<Database>, serial: string, at: Date): Promise<Configuration> {
  const start = await readStart(database, serial);
  if (start === null || at < start.since) return NOTHING;
  const changes = await newestChanges(database, serial, start.parameters, at);
  const changed = new Map(changes.map((change) => [keyOf(change), change.new_value]));
  const parameters = start.parameters.map((parameter) => ({ ...parameter, value: changed.get(keyOf(parameter)) ?? parameter.value }));
  return { file_names: start.file_names, parameters };
}
