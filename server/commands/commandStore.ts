/** Rows of the table `command`: inserted, marked as sent, updated with progress, confirmed, expired and listed. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from '#contract/schema';
import { commandKind, commandStatus, type Command, type CommandKind, type CommandStatus } from '#contract/command';
import type { Database } from '../platform/database/tables.ts';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableDevice } from '../locations/visibility.ts';
import type { CommandTimes } from './commandTimeouts.ts';

interface Row {
  readonly id: string;
  readonly device_serial: string;
  readonly command: string;
  readonly arguments: unknown;
  readonly status: string;
  readonly given_at: Date;
  readonly given_by: string;
  readonly given_by_name: string;
  readonly holder: string | null;
  readonly holder_name: string | null;
  readonly epoch: number | null;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly ended_at: Date | null;
  readonly text: string | null;
}

/** A stored command: the contract's record, and the epoch, which only server and device use. */
export interface StoredCommand {
  readonly record: Command;
  readonly epoch: number | null;
}

const words = z.record(z.string(), z.unknown());

const storedOf = (row: Row): StoredCommand => ({
  epoch: row.epoch,
  record: {
    id: row.id,
    device_serial: row.device_serial,
    command: commandKind.parse(row.command),
    arguments: words.parse(row.arguments),
    status: commandStatus.parse(row.status),
    given_at: row.given_at.toISOString(),
    given_by: row.given_by,
    given_by_name: row.given_by_name,
    holder: row.holder,
    holder_name: row.holder_name,
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    text: row.text,
  },
});

/** A command before it is stored. `at` in ms since epoch. */
export interface NewCommand {
  readonly id: string;
  readonly serial: string;
  readonly command: CommandKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly by: { readonly username: string; readonly name: string };
  readonly at: number;
  readonly times: Pick<CommandTimes, 'deliverMs' | 'endMs'>;
}

/**
 * Inserts a command with the current controller; null when the id exists or, with `needsControl`, the caller is not in control. With `needsControl`, the single
 * statement share-locks the control row until the insert, so that control cannot change meanwhile.
 */
export async function insertCommand(database: Kysely<Database>, given: NewCommand, needsControl: boolean): Promise<StoredCommand | null> {
  const { id, serial, command, by, at, times } = given;
  const { rows } = await sql<Row>`
    with held as (select holder, holder_name, epoch from control where serial = ${serial} ${needsControl ? sql`for share` : sql``})
    insert into command (id, device_serial, command, arguments, status, given_at, given_by, given_by_name, holder, holder_name, epoch, expires_at, ends_by)
    select ${id}::text, ${serial}::text, ${command}::text, ${JSON.stringify(given.arguments)}::jsonb, 'given', ${new Date(at)}::timestamptz,
      ${by.username}::text, ${by.name}::text, held.holder, held.holder_name, held.epoch,
      ${new Date(at + times.deliverMs)}::timestamptz, ${new Date(at + times.endMs)}::timestamptz
    from (select) always left join held on true
    where ${!needsControl}::boolean or held.holder = ${by.username}
    on conflict (id) do nothing returning *`.execute(database);
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/** Returns the command with this id, or null. */
export async function readCommand(database: Kysely<Database>, id: string): Promise<StoredCommand | null> {
  const row = await database.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : storedOf(row);
}

/** Sets the control fields of a command: the previous holder of control, and the epoch that is sent to the device. */
export async function noteControl(
  database: Kysely<Database>,
  id: string,
  control: { readonly holder: string | null; readonly holderName: string | null; readonly epoch: number },
): Promise<StoredCommand> {
  const { holder, holderName: holder_name, epoch } = control;
  const row = await database
    .updateTable('command')
    .set({ holder, holder_name, epoch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return storedOf(row);
}

/** Marks a command as sent. The device may already have reported a later status, which is kept. */
export async function noteSent(database: Kysely<Database>, id: string, at: number): Promise<StoredCommand | null> {
  const { rows } = await sql<Row>`
    update command set sent_at = ${new Date(at)}, status = case when status = 'given' then 'sent' else status end
    where id = ${id} and sent_at is null and status <> 'expired' returning *`.execute(database);
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/** A status report of a command, by the device or the server. `at` in ms since epoch. */
export interface Progress {
  readonly id: string;
  readonly status: Extract<CommandStatus, 'delivered' | 'done' | 'failed'>;
  readonly at: number;
  readonly text: string | null;
}

/** An expired upload continues on the device, so its result is stored whenever it arrives. */
const isLateUpload = sql<boolean>`command = 'upload_data' and status = 'expired'`;

/** Updates the status of a command; null when nothing changes: a final status is kept, and the command must be one of device `serial`. */
export async function noteProgress(database: Kysely<Database>, serial: string, progress: Progress): Promise<StoredCommand | null> {
  const at = new Date(progress.at);
  const isEnd = progress.status !== 'delivered';
  const { rows } = await sql<Row>`
    update command set status = ${progress.status}, ended_at = ${isEnd ? at : null},
      text = coalesce(${progress.text}, case when status <> 'expired' then text end), upload_noted = false,
      delivered_at = case when ${progress.status} = 'failed' and sent_at is null then null else coalesce(delivered_at, ${at}) end
    where id = ${progress.id} and device_serial = ${serial} and ${isEnd ? sql`(ended_at is null or (${isLateUpload}))` : sql`ended_at is null and delivered_at is null`}
    returning *`.execute(database);
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/** Extends the open uploads of a device while bytes of its files arrive. */
export async function keepUploadsOpen(database: Kysely<Database>, serial: string, until: Date): Promise<void> {
  await database
    .updateTable('command')
    .set({ ends_by: sql`greatest(ends_by, ${until})` })
    .where('device_serial', '=', serial)
    .where('command', '=', 'upload_data')
    .where('ended_at', 'is', null)
    .execute();
}

/** Records when a device confirmed a configuration change whose command had expired or failed; the status of the command is kept. `at` in ms since epoch. */
export async function noteConfirmed(database: Kysely<Database>, serial: string, id: string, at: number): Promise<void> {
  await database
    .updateTable('command')
    .set({ confirmed_at: new Date(at) })
    .where('id', '=', id)
    .where('device_serial', '=', serial)
    .where('command', '=', 'config')
    .where('status', 'in', ['expired', 'failed'])
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Expires commands that were not delivered in time, or that were delivered but did not end in time. Returns the expired commands. */
export async function expireCommands(database: Kysely<Database>, now: number): Promise<readonly StoredCommand[]> {
  const at = new Date(now);
  const { rows } = await sql<Row>`
    update command set status = 'expired', ended_at = ${at}, text = coalesce(text, 'The device did not answer in time')
    where ended_at is null and expires_at < ${at} and (delivered_at is null or ends_by < ${at}) returning *`.execute(database);
  return rows.map(storedOf);
}

/** Commands that the server sends automatically when it lacks data or data has changed; no user waits for them, so the list omits them. */
const OF_THE_SERVER: readonly CommandKind[] = ['report', 'fetch'];

/** Returns a page of a device's readable commands, newest first, each with the arguments that `viewableArguments` selects. */
export async function listCommands(
  database: Kysely<Database>,
  { serial, times }: ReadableDevice,
  window: { readonly limit: number; readonly offset: number },
  viewableArguments: RawBuilder<unknown>,
): Promise<{ readonly total: number; readonly results: Command[] }> {
  const ofDevice = database
    .selectFrom('command')
    .where('device_serial', '=', serial)
    .where('command', 'not in', OF_THE_SERVER)
    .where(duringTimes(sql.ref('given_at'), times));
  const { total } = await ofDevice.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const newest = ofDevice.orderBy('given_at', 'desc').orderBy('id').limit(window.limit).offset(window.offset);
  const rows = await newest.selectAll().select(viewableArguments.as('viewable_arguments')).execute();
  return { total, results: rows.map((row) => storedOf({ ...row, arguments: row.viewable_arguments }).record) };
}

/** Returns the indexes of the entries for which a command of this kind and device, given at or after `since` (ms since epoch), is done. */
export async function findDone(
  database: Kysely<Database>,
  asked: readonly { readonly serial: string; readonly command: CommandKind; readonly since: number }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(${asked.map(({ serial }) => serial)}::text[], ${asked.map(({ command }) => command)}::text[],
      ${asked.map(({ since }) => new Date(since).toISOString())}::timestamptz[]) with ordinality as asked(serial, command, since, place)
    where exists (select from command where command.device_serial = asked.serial and command.command = asked.command
      and command.status = 'done' and command.given_at >= asked.since)`.execute(database);
  return new Set(rows.map(({ place }) => place - 1));
}
