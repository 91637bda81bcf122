/** The identity that a device reports (type, hardware revision, components, software): how it is written and read. */

import { sql, type Kysely, type Transaction } from 'kysely';
import { reportedIdentity, type ReportedIdentity } from '#contract/devices/device';
import type { ReceivedLog } from '../fleet/ingest/receivedLog.ts';
import { recordset } from '../platform/database/recordset.ts';
import type { Database } from '../platform/database/tables.ts';

/** Maximum number of names that are stored per list, and maximum length of each text, since a page shows all of them. */
const MAX_NAMES = 100;
const MAX_LETTERS = 100;

const short = (text: string | null | undefined): string | null => (text == null || text === '' ? null : text.slice(0, MAX_LETTERS));

const list = (named: Readonly<Record<string, string>> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named ?? {})
      .slice(0, MAX_NAMES)
      .map(([name, text]) => [name.slice(0, MAX_LETTERS), text.slice(0, MAX_LETTERS)]),
  );

/** Writes the identities that devices report: the newest message of each replaces the earlier one. Source: IDENT1. */
export async function writeIdentities(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  const rows = new Map(
    logs.flatMap(({ serial, receivedAt, message }) => {
      if (message.kind !== 'identity') return [];
      const { time, device_type, hardware_revision, components, software } = message;
      const reported: ReportedIdentity = {
        time,
        device_type: short(device_type),
        hardware_revision: short(hardware_revision),
        components: list(components),
        software: list(software),
      };
      return [[serial, { serial, received_at: new Date(receivedAt), reported }] as const];
    }),
  );
  if (rows.size === 0) return;
  await sql`insert into device_identity (serial, received_at, reported)
    select serial, received_at, reported from ${recordset([...rows.values()], { serial: 'text', received_at: 'timestamptz', reported: 'jsonb' })}
    on conflict (serial) do update set received_at = excluded.received_at, reported = excluded.reported`.execute(tx);
}

/** Returns the identity that a device reported at `since` (ms since epoch) or later; null if there is none. */
export async function readIdentity(database: Kysely<Database>, serial: string, since: number): Promise<ReportedIdentity | null> {
  const row = await database.selectFrom('device_identity').selectAll().where('serial', '=', serial).executeTakeFirst();
  return row === undefined || row.received_at.getTime() < since ? null : reportedIdentity.parse(row.reported);
}
