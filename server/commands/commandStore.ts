import { sql, type Kysely } from 'kysely';
import { z } from '#contract/schema';
import { commandKind, commandStatus, type Command, type CommandKind, type CommandStatus } from '#contract/command';
import type { Database } from '../platform/database/tables.ts';
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
  readonly expires_at: Date;
  readonly ends_by: Date;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly ended_at: Date | null;
  readonly text: string | null;
}

/** A command as the database has it: the contract's, and what only device and server need of it. */
export interface StoredCommand {
  readonly record: Command;
  readonly epoch: number | null;
  /** Instants, ISO. */
  readonly expiresAt: string;
}

const words = z.record(z.string(), z.unknown());

const storedOf = (row: Row): StoredCommand => ({
  epoch: row.epoch,
  expiresAt: row.expires_at.toISOString(),
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

/** A command before it is written down. `at` in ms since epoch. */
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
 * Writes a command down together with who is in control; null when the id is known or, where asked, the giver is not in control.
 * One statement: where control is needed its row is locked until the command stands, so nobody else can be in control at that moment.
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

/** The command of an id. */
export async function readCommand(database: Kysely<Database>, id: string): Promise<StoredCommand | null> {
  const row = await database.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : storedOf(row);
}

/** The control a command was given with: the holder before it, and the epoch that is sent to the device. */
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

/** The broker has it; the device may have answered already. */
export async function noteSent(database: Kysely<Database>, id: string, at: number): Promise<StoredCommand | null> {
  const { rows } = await sql<Row>`
    update command set sent_at = ${new Date(at)}, status = case when status = 'given' then 'sent' else status end
    where id = ${id} and sent_at is null and status <> 'expired' returning *`.execute(database);
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/** What a device or the server itself reports of a command. `at` in ms since epoch. */
export interface Progress {
  readonly id: string;
  readonly status: Extract<CommandStatus, 'delivered' | 'done' | 'failed'>;
  readonly at: number;
  readonly text: string | null;
}

/** Advances a command to its next status; null when that changes nothing: an end is final. `serial` is the device that may report it. */
export async function noteProgress(database: Kysely<Database>, serial: string, progress: Progress): Promise<StoredCommand | null> {
  const at = new Date(progress.at);
  const isEnd = progress.status !== 'delivered';
  const { rows } = await sql<Row>`
    update command set status = ${progress.status}, text = coalesce(${progress.text}, text), ended_at = ${isEnd ? at : null},
      delivered_at = case when ${progress.status} = 'failed' and sent_at is null then null else coalesce(delivered_at, ${at}) end
    where id = ${progress.id} and device_serial = ${serial} and ended_at is null and ${isEnd ? sql`true` : sql`delivered_at is null`}
    returning *`.execute(database);
  return rows[0] === undefined ? null : storedOf(rows[0]);
}

/** Keeps when a device did a change of configuration whose command had ended otherwise; the end stays what it was. `at` in ms since epoch. */
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

/** Ends what was not delivered in time, and what was delivered and never ended. */
export async function expireCommands(database: Kysely<Database>, now: number): Promise<readonly StoredCommand[]> {
  const at = new Date(now);
  const { rows } = await sql<Row>`
    update command set status = 'expired', ended_at = ${at}, text = coalesce(text, 'The device did not answer in time')
    where ended_at is null and expires_at < ${at} and (delivered_at is null or ends_by < ${at}) returning *`.execute(database);
  return rows.map(storedOf);
}

/** A page of the commands of a device, newest first. */
export async function listCommands(
  database: Kysely<Database>,
  serial: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly results: Command[] }> {
  const ofDevice = database.selectFrom('command').where('device_serial', '=', serial);
  const { total } = await ofDevice.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await ofDevice.selectAll().orderBy('given_at', 'desc').orderBy('id').limit(window.limit).offset(window.offset).execute();
  return { total, results: rows.map((row) => storedOf(row).record) };
}

/** Whether a device did a command of this kind that was given at or after `since`. */
export async function wasDone(database: Kysely<Database>, serial: string, command: CommandKind, since: number): Promise<boolean> {
  const row = await database
    .selectFrom('command')
    .select('id')
    .where('device_serial', '=', serial)
    .where('command', '=', command)
    .where('status', '=', 'done')
    .where('given_at', '>=', new Date(since))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
