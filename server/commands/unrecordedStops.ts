import { sql, type Kysely } from 'kysely';
import { getStopImmediately } from '#contract/command';
import type { Audit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/database/tables.ts';

/** How far back stops are looked through at the start, in ms. */
const DAY_MS = 86_400_000;
const OK = 200;

/**
 * Writes the audit lines of stops that have none: a stop is not held up by the audit, so that a server that is killed may have sent and stored one without
 * its line. Called at the start. `now` in ms since epoch.
 */
export async function recordStops(database: Kysely<Database>, audit: Audit, now: number): Promise<void> {
  const missing = await database
    .selectFrom('command')
    .select(['id', 'device_serial', 'given_at', 'given_by'])
    .where('command', '=', 'stop_immediately')
    .where('given_at', '>', new Date(now - DAY_MS))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('audit')
            .select(sql`1`.as('one'))
            .whereRef('audit.request_id', '=', 'command.id'),
        ),
      ),
    )
    .orderBy('given_at')
    .execute();
  for (const { id, device_serial: serial, given_at, given_by: who } of missing)
    await audit.append({
      at: given_at.getTime(),
      who,
      role: null,
      call: getStopImmediately.name,
      params: { serial },
      requestId: id,
      status: OK,
    });
}
