import { sql, type Kysely } from 'kysely';
import { UNKNOWN_STATUS } from '#contract/audit';
import { getStopImmediately } from '#contract/command';
import { DAY_MS } from '#domain/text/timeUnits';
import type { Audit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/database/tables.ts';

const [OK, AWAY] = [200, 503];

/** Returns the known outcome of a stop: the end that the device reported, or the reason why the stop could not be sent; otherwise `UNKNOWN_STATUS`. */
function knownStatus({
  status,
  text,
  delivered_at,
}: {
  readonly status: string;
  readonly text: string | null;
  readonly delivered_at: Date | null;
}) {
  if (status === 'done' || (status === 'failed' && delivered_at !== null)) return OK;
  return status === 'failed' && text === 'not sent' ? AWAY : UNKNOWN_STATUS;
}

/**
 * Writes the audit lines of stops that a killed server sent without an audit line, with the known part of their outcome. A stop does not wait for the audit
 * record, so a server that is killed may have sent and stored a stop without an audit line. Called at the start. `now` in ms since epoch.
 */
export async function recordStops(database: Kysely<Database>, audit: Audit, now: number): Promise<void> {
  const missing = await database
    .selectFrom('command')
    .select(['id', 'device_serial', 'given_at', 'given_by', 'status', 'text', 'delivered_at'])
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
  for (const { id, device_serial: serial, given_at, given_by: who, ...end } of missing)
    await audit.append({
      at: given_at.getTime(),
      who,
      role: null,
      call: getStopImmediately.name,
      params: { serial },
      requestId: id,
      status: knownStatus(end),
    });
}
