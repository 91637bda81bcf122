/** The history of parameter changes: parameter, value, author and time of each change. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import { configValue, type ConfigChange } from '#contract/devices/configuration';
import { configColours } from '#domain/configuration/configRights';
import { z, type pageQuery } from '#contract/schema';
import type { Database } from '../platform/database/tables.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import { localTimesIn } from '../platform/localTime.ts';
import { zoneOfDevice } from '../locations/zoneOfDevice.ts';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableDevice } from '../locations/visibility.ts';
import type { Parameter } from './configAt.ts';
import type { ViewableColours } from './viewable.ts';

interface ChangesQuery {
  readonly device: ReadableDevice;
  /** Parameters visible to the caller. */
  readonly parameters: readonly Parameter[];
  /** Colours of groups that the caller may view, for changes of parameters that the device no longer has. */
  readonly colours: ViewableColours;
  readonly page: z.output<typeof pageQuery>;
}

/**
 * The time at which a change was requested. A change that the device confirmed after it had left belongs to the former owner, and nobody else sees its author.
 * Null for a change of an earlier release whose command was removed because of its age: only the staff reads that change, since it may belong to a former
 * owner. Source: CFG12.
 */
export const requestedAt = sql<Date | null>`case when config_change.command_id is null then config_change.at
  else coalesce(config_change.requested_at, (select given_at from command where command.id = config_change.command_id)) end`;

/**
 * SQL for "the caller may view the group that the parameter had at the change"; null for a change of an earlier release, whose group was not stored. Source:
 * ROLE-012.
 */
export const isOfViewableGroup = ({ known, unknown }: ViewableColours) => sql<boolean | null>`case when model_group is null then null
  else upper(regexp_replace(model_group, '^.*-', '')) = any(${[...known]}::text[])
    or (${unknown} and upper(regexp_replace(model_group, '^.*-', '')) <> all(${[...configColours]}::text[])) end`;

/**
 * SQL for the arguments of a row of `command` as the caller may read them: the arguments of a `config` command, which name a parameter and its value, are empty
 * unless the caller may view the parameter's group. A command that changed nothing has no known group. Source: CFG10.
 */
export function viewableArguments(colours: ViewableColours): RawBuilder<unknown> {
  const viewsAll = colours.unknown && configColours.every((colour) => colours.known.includes(colour));
  const isViewable = sql`coalesce((select ${isOfViewableGroup(colours)} from config_change where config_change.command_id = command.id), false)`;
  return sql`case when command.command <> 'config' or ${viewsAll}::boolean or ${isViewable} then command.arguments else '{}'::jsonb end`;
}

const changesOf = (database: Kysely<Database>, { device: { serial, times }, parameters, colours }: ChangesQuery) => {
  const files = parameters.map(({ file_name }) => file_name);
  const names = parameters.map(({ config_name }) => config_name);
  return database
    .selectFrom('config_change')
    .where('serial', '=', serial)
    .where(duringTimes(sql.ref('at'), times))
    .where(duringTimes(requestedAt, times))
    .where(
      sql<boolean>`coalesce(${isOfViewableGroup(colours)}, (file_name, config_name) in (select * from unnest(${files}::text[], ${names}::text[])))`,
    );
};

/** Returns a page of changes, newest first by instant: local times are ambiguous when clocks go back. Source: OPEN-37, DEV-102..108. */
export async function readChanges(database: Kysely<Database>, query: ChangesQuery): Promise<{ total: number; results: ConfigChange[] }> {
  const found = changesOf(database, query);
  const { limit, offset } = windowOf(query.page);
  const [{ total }, rows, zone] = await Promise.all([
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    zoneOfDevice(database, query.device),
  ]);
  const timesOf = localTimesIn(zone);
  const results = rows.map((row) => ({
    ...timesOf({ at: row.at, deviceTime: row.device_time }),
    file_name: row.file_name,
    config_name: row.config_name,
    old_value: z.nullable(configValue).parse(row.old_value),
    new_value: z.nullable(configValue).parse(row.new_value),
    done_by: row.by_name,
  }));
  return { total, results };
}
