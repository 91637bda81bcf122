/** The files of a device at an instant: their parameters, models, and the values at the beginning of the version. */

import { sql, type Kysely } from 'kysely';
import { z } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';

const models = z.record(z.string(), z.unknown());
const rowShape = z.object({
  file_name: z.string(),
  position: z.coerce.number(),
  since: z.date(),
  models,
  first: z.nullable(models),
});

/** The parameters of a version of a file: their models, and the values at the beginning of the version, by parameter. */
export type FileVersion = z.infer<typeof rowShape>;

interface Asked {
  readonly serial: string;
  readonly at: Date;
  /** Default: all files. */
  readonly file_name?: string;
}

/**
 * Returns the versions of a device's files at a time, in the order of the files: a new version starts whenever the parameters of a file change. Files
 * that the device has not reported are taken from its first configuration, which an earlier release stored.
 */
export async function fileVersionsAt(database: Kysely<Database>, { serial, at, file_name }: Asked): Promise<readonly FileVersion[]> {
  const only = (name: string) => (file_name === undefined ? sql`true` : sql`${sql.raw(name)} = ${file_name}`);
  const { rows } = await sql`
    with own as (select distinct on (file_name) file_name, position, since, schema_id, first_values from config_file
      where serial = ${serial} and since <= ${at} and ${only('file_name')} order by file_name, since desc)
    select own.file_name, own.position, own.since, schema.files -> own.file_name as models, own.first_values as first
    from own join config_schema schema on schema.id = own.schema_id
    union all
    select file.key, file.place, device.since, file.value, (device.first_values -> file.key)::json
    from config_device device join config_schema schema on schema.id = device.schema_id,
      json_each(schema.files) with ordinality file (key, value, place)
    where device.serial = ${serial} and device.since <= ${at} and ${only('file.key')} and not exists (select from own where own.file_name = file.key)
    order by 2, 1`.execute(database);
  return z.array(rowShape).parse(rows);
}
