import type { Kysely } from 'kysely';
import type { ConfigModel } from '#contract/devices/configuration';
import { groupOf } from '#domain/configuration/configRights';
import { chunks } from '#server/platform/database/chunks';
import type { Database } from '#server/platform/database/tables';
import { demoFiles, type DemoFiles } from '#server/simulator/configuration/demoFiles';
import { demoConfiguration, type ConfiguredDevice } from '#server/simulator/configuration/pastConfiguration';

const staff = ['An Verhoeven', 'Chloé Lambert', 'David Brandt'] as const;

/** Returns the models of a kind, by file and parameter. */
export const modelsOf = (files: DemoFiles): Record<string, Record<string, ConfigModel>> =>
  Object.fromEntries(
    Object.entries(files).map(([file, parameters]) => [file, Object.fromEntries(parameters.map(({ name, model }) => [name, model]))]),
  );

const instantOf = (at: number) => new Date(at).toISOString();

/** The rows of one device. */
function rowsOf(device: ConfiguredDevice, now: number) {
  const { schema_id, since, first_values, changes } = demoConfiguration(device, now);
  const start = { serial: device.serial, schema_id, since, first_values: JSON.stringify(first_values) };
  const past = changes.map(({ at, old_value, new_value, ...change }, index) => {
    const model = modelsOf(demoFiles[schema_id])[change.file_name]?.[change.config_name];
    const by_name = groupOf(model?.group ?? '').colour === 'RED' ? staff[0] : (staff[index % 3] ?? staff[0]);
    return {
      ...change,
      serial: device.serial,
      old_value: JSON.stringify(old_value),
      new_value: JSON.stringify(new_value),
      at: instantOf(at),
      device_time: index % 8 === 3 ? null : instantOf(at + 1_000),
      by_username: by_name.toLowerCase().replace(' ', '.'),
      by_name,
      command_id: null,
    };
  });
  return { start, past };
}

/** Gives all devices that were seen a configuration that people have changed, as a database of an earlier release has it. */
export async function writeConfigurations(database: Kysely<Database>, now: number): Promise<void> {
  const devices = await database.selectFrom('device').select(['serial', 'device_type', 'first_seen']).execute();
  const schemas = Object.entries(demoFiles).map(([id, files]) => ({ id, files: JSON.stringify(modelsOf(files)) }));
  await database.insertInto('config_schema').values(schemas).execute();
  const rows = devices.flatMap(({ first_seen, ...device }, index) =>
    first_seen === null ? [] : [rowsOf({ ...device, first_seen, index }, now)],
  );
  await database
    .insertInto('config_device')
    .values(rows.map(({ start }) => start))
    .execute();
  for (const some of chunks(rows.flatMap(({ past }) => past))) await database.insertInto('config_change').values(some).execute();
}
