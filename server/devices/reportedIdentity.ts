/** The identity that a device reports (type, hardware revision, components, software), written and read as rows of `device_identity`. */

import { sql, type Kysely, type Transaction } from 'kysely';
import { reportedIdentity, type ReportedIdentity } from '#contract/devices/device';
import { cutText } from '#domain/text/cutText';
import type { ReceivedLog } from '../fleet/ingest/receivedLog.ts';
import { ownerAt } from '../locations/currentOwner.ts';
import { recordset } from '../platform/database/recordset.ts';
import type { Database } from '../platform/database/tables.ts';

/** Maximum number of names that are stored per list, and maximum length of each text, since a page shows all of them. */
const MAX_NAMES = 100;
const MAX_LETTERS = 100;

const short = (text: string | null | undefined): string | null => (text == null || text === '' ? null : cutText(text, MAX_LETTERS));

/** Returns at most `MAX_NAMES` names that have a text, with both shortened. Source: INGEST27. */
const list = (named: Readonly<Record<string, string | null | undefined>> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named ?? {})
      .flatMap(([name, text]) => (text == null ? [] : [[cutText(name, MAX_LETTERS), cutText(text, MAX_LETTERS)] as const]))
      .slice(0, MAX_NAMES),
  );

/** A reported identity before it is stored. */
interface Row {
  readonly serial: string;
  readonly received_at: Date;
  /** The fields that could not be read: `hardware_revision`, `components.drive`. */
  readonly dropped: readonly string[];
  readonly reported: ReportedIdentity;
}

const rowOf = ({ serial, receivedAt, dropped = [], message }: ReceivedLog): readonly Row[] => {
  if (message.kind !== 'identity') return [];
  const { time, device_type, hardware_revision, components, software } = message;
  const reported = {
    time,
    device_type: short(device_type),
    hardware_revision: short(hardware_revision),
    components: list(components),
    software: list(software),
  };
  return [{ serial, received_at: new Date(receivedAt), dropped, reported }];
};

/** Returns a reported identity with the earlier value of each field that could not be read. */
function completed({ reported, dropped }: Row, earlier: ReportedIdentity): ReportedIdentity {
  const text = (name: 'device_type' | 'hardware_revision') => (dropped.includes(name) ? earlier : reported)[name];
  const names = (name: 'components' | 'software') => {
    const isKept = ([part]: readonly [string, string]) => dropped.some((field) => field === name || field === `${name}.${part}`);
    return list({ ...reported[name], ...Object.fromEntries(Object.entries(earlier[name] ?? {}).filter(isKept)) });
  };
  return {
    time: reported.time,
    device_type: text('device_type'),
    hardware_revision: text('hardware_revision'),
    components: names('components'),
    software: names('software'),
  };
}

/**
 * Returns identities in which unreadable fields are taken from the previous report, if the device worked for the same organisation then: the next owner sees
 * nothing of a former one.
 */
async function completedRows(tx: Transaction<Database>, rows: readonly Row[]): Promise<readonly Row[]> {
  const partial = new Set(rows.filter(({ dropped }) => dropped.length > 0).map(({ serial }) => serial));
  if (partial.size === 0) return rows;
  const [some, others] = [rows.filter(({ serial }) => partial.has(serial)), rows.filter(({ serial }) => !partial.has(serial))];
  const owners = await sql<{ readonly owner: string | null }>`select ${ownerAt(sql.ref('r.serial'), sql.ref('r.received_at'))} as owner
    from ${recordset(
      some.map(({ serial, received_at }, place) => ({ place, serial, received_at })),
      { place: 'integer', serial: 'text', received_at: 'timestamptz' },
    )} order by r.place`.execute(tx);
  const stored = await tx
    .selectFrom('device_identity as stored')
    .select(['serial', 'reported', ownerAt(sql.ref('stored.serial'), sql.ref('stored.received_at')).as('owner')])
    .where('serial', '=', (row) => row.fn.any(row.val([...partial])))
    .execute();
  const newest = new Map(stored.map(({ serial, owner, reported }) => [serial, { owner, reported: reportedIdentity.parse(reported) }]));
  const complete = some.map((row, place) => {
    const owner = owners.rows[place]?.owner ?? null;
    const earlier = newest.get(row.serial);
    const reported = earlier !== undefined && earlier.owner === owner ? completed(row, earlier.reported) : row.reported;
    newest.set(row.serial, { owner, reported });
    return { ...row, reported };
  });
  return [...others, ...complete];
}

/**
 * Writes the identities that devices report: the newest message of each device replaces the earlier one, except for fields that could not be read. Source:
 * IDENT1, INGEST26.
 */
export async function writeIdentities(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  const rows = await completedRows(tx, logs.flatMap(rowOf));
  if (rows.length === 0) return;
  const newest = new Map(rows.map(({ dropped: _dropped, ...row }) => [row.serial, row]));
  await sql`insert into device_identity (serial, received_at, reported)
    select serial, received_at, reported from ${recordset([...newest.values()], { serial: 'text', received_at: 'timestamptz', reported: 'jsonb' })}
    on conflict (serial) do update set received_at = excluded.received_at, reported = excluded.reported`.execute(tx);
}

/** Returns the identity that a device reported at `since` (ms since epoch) or later; null if there is none. */
export async function readIdentity(database: Kysely<Database>, serial: string, since: number): Promise<ReportedIdentity | null> {
  const row = await database.selectFrom('device_identity').selectAll().where('serial', '=', serial).executeTakeFirst();
  return row === undefined || row.received_at.getTime() < since ? null : reportedIdentity.parse(row.reported);
}
