/** Rows of the table `control`: taken, released, ended and expired control. The epoch rises with each change of control of a device. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { VOID_AFTER_MS } from '../../platform/steadyClock.ts';

/** Control of a device; `holder` is null when nobody is in control. */
export interface Control {
  readonly serial: string;
  readonly holder: string | null;
  readonly holderName: string | null;
  /** ISO instant. */
  readonly since: string | null;
  /**
   * The epoch rises with every change of holder and never falls. It is at least the time of the change in s since epoch, because a device keeps the highest
   * epoch: after a restored backup, and at another server, commands would otherwise be refused until as many changes were made again. Source: CTRL9.
   */
  readonly epoch: number;
}

interface Row {
  readonly serial: string;
  readonly holder: string | null;
  readonly holder_name: string | null;
  readonly since: Date | null;
  readonly epoch: number;
}

const controlOf = (row: Row): Control => ({
  serial: row.serial,
  holder: row.holder,
  holderName: row.holder_name,
  since: row.since?.toISOString() ?? null,
  epoch: row.epoch,
});

/** The latest time that an epoch follows, in s since epoch (2033): it fits the type of the epoch even if the clock is wrong. */
const LATEST_S = 2_000_000_000;

/** SQL for the epoch of a change at `now` (ms since epoch) after the epoch `former`. Source: CTRL9. */
const nextEpoch = (former: RawBuilder<unknown>, now: number) =>
  sql`greatest(${former} + 1, ${Math.min(Math.trunc(now / 1000), LATEST_S)}::integer)`;

/** A user who takes control. */
export interface NewHolder {
  readonly username: string;
  readonly name: string;
}

/** Control after a take, and the former holder. */
export interface TakenControl {
  readonly control: Control;
  readonly former: { readonly holder: string | null; readonly holderName: string | null };
}

/**
 * Transfers control to a user, even when somebody else holds it; for the current holder, the epoch stays the same. The inner select locks the row first, so
 * that `former` and the new epoch are read from the row that is updated.
 */
export async function takeControl(database: Kysely<Database>, serial: string, person: NewHolder, now: number): Promise<TakenControl> {
  const at = new Date(now);
  const take = sql<Row & { former: string | null; former_name: string | null }>`
    update control c set holder = ${person.username}, holder_name = ${person.name}, changed_at = ${at},
      since = case when old.holder = ${person.username} then old.since else ${at} end,
      epoch = case when old.holder = ${person.username} then old.epoch else ${nextEpoch(sql`old.epoch`, now)} end
    from (select * from control where serial = ${serial} for update) old where c.serial = old.serial
    returning c.*, old.holder former, old.holder_name former_name`;
  for (;;) {
    const [row] = (await take.execute(database)).rows;
    if (row !== undefined) return { control: controlOf(row), former: { holder: row.former, holderName: row.former_name } };
    await sql`insert into control (serial, epoch, changed_at) values (${serial}, 0, ${at}) on conflict do nothing`.execute(database);
  }
}

/** Releases the control of a user; null when the user is not the holder. */
export async function releaseControl(database: Kysely<Database>, serial: string, username: string, now: number): Promise<Control | null> {
  const { rows } = await sql<Row>`
    update control set holder = null, holder_name = null, since = null, epoch = ${nextEpoch(sql`epoch`, now)}, changed_at = ${new Date(now)}
    where serial = ${serial} and holder = ${username} returning *`.execute(database);
  return rows[0] === undefined ? null : controlOf(rows[0]);
}

/** Returns the serials of the devices that a user controls. */
export async function readControlled(database: Kysely<Database>, username: string): Promise<readonly string[]> {
  const rows = await database.selectFrom('control').select('serial').where('holder', '=', username).execute();
  return rows.map(({ serial }) => serial);
}

/** Ends control of a device; null when nobody is in control. */
export async function endControl(database: Kysely<Database>, serial: string, now: number): Promise<Control | null> {
  const { rows } = await sql<Row>`
    update control set holder = null, holder_name = null, since = null, epoch = ${nextEpoch(sql`epoch`, now)}, changed_at = ${new Date(now)}
    where serial = ${serial} and holder is not null returning *`.execute(database);
  return rows[0] === undefined ? null : controlOf(rows[0]);
}

/** Ends control that began before `before` and whose holder has not been active since then (ms since epoch). Returns the changes. */
export async function expireControl(database: Kysely<Database>, before: number, now: number): Promise<readonly Control[]> {
  const since = new Date(before);
  const future = new Date(now + VOID_AFTER_MS);
  const { rows } = await sql<Row>`
    update control set holder = null, holder_name = null, since = null, epoch = ${nextEpoch(sql`epoch`, now)}, changed_at = ${new Date(now)}
    where (since < ${since} or since > ${future}) and not exists
      (select from presence where username = control.holder and seen_at >= ${since} and seen_at <= ${future}) returning *`.execute(
    database,
  );
  return rows.map(controlOf);
}

/** Returns, per device, the users who have ever taken control of it. */
export const readFormerHolders = (database: Kysely<Database>): Promise<readonly { readonly serial: string; readonly holder: string }[]> =>
  database
    .selectFrom('command')
    .select(['device_serial as serial', 'given_by as holder'])
    .distinct()
    .where('command', '=', 'take_control')
    .execute();

/** Returns the control of the devices whose control changed at or after `since` (ms since epoch); of all devices if `since` is omitted. */
export async function readControls(database: Kysely<Database>, since?: number): Promise<readonly Control[]> {
  const all = database.selectFrom('control').selectAll();
  const rows = await (since === undefined ? all : all.where('changed_at', '>=', new Date(since))).execute();
  return rows.map(controlOf);
}
