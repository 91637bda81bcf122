/** Runs a validation (accounts, organisations), one at a time per type, and stores its findings. */

import { sql, type Kysely, type Transaction } from 'kysely';
import { validationType, type ValidationType } from '#contract/validation';
import { bySeverity, type Finding } from '#domain/people/finding';
import { chunks } from '../../platform/database/chunks.ts';
import type { Database } from '../../platform/database/tables.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Identity } from '../identity.ts';
import { findIn, readAccounts } from './findings.ts';
import { locks } from '../../platform/database/locks.ts';

/** Dependencies of validations. */
export interface ValidateDependencies {
  readonly database: Kysely<Database>;
  readonly identity: Pick<Identity, 'accounts' | 'oidc' | 'administration'>;
  readonly now: () => number;
}

/** A requested validation: its type, request id and user. */
interface ValidationRequest {
  readonly type: ValidationType;
  readonly requestId: string;
  readonly by: string;
}

/** Maximum wait for the lock of a validation type; it must be shorter than the connection's timeout, or the abandoned connection would keep the lock. */
const LOCK_TIMEOUT = '4s';
/** Number of newest validations that are kept per type. */
const KEPT = 20;
const newestOf = (database: Kysely<Database>, type: ValidationType) =>
  database.selectFrom('validation').select(['number', 'id']).where('type', '=', type).orderBy('number', 'desc').limit(1).executeTakeFirst();

/** Returns whether this request was already validated. Throws 409 when the request id belongs to another type or user. */
async function isDone(database: Kysely<Database>, { type, requestId, by }: ValidationRequest): Promise<boolean> {
  const known = await database.selectFrom('validation').select(['type', 'asked_by']).where('id', '=', requestId).executeTakeFirst();
  if (known !== undefined && (known.type !== type || known.asked_by !== by)) throw conflict('the request id is of another validation');
  return known !== undefined;
}

async function write(
  tx: Transaction<Database>,
  { type, requestId, by }: ValidationRequest,
  at: Date,
  findings: readonly Finding[],
): Promise<void> {
  const { number } = await tx
    .insertInto('validation')
    .values({ id: requestId, type, at, asked_by: by })
    .returning('number')
    .executeTakeFirstOrThrow();
  const rows = findings.map(({ severity, text, name, id }, place) => ({
    validation: number,
    place,
    severity,
    error_message: text,
    resource_name: name,
    nimbus_id: id,
  }));
  for (const values of chunks(rows)) await tx.insertInto('validation_result').values(values).execute();
  const kept = tx.selectFrom('validation').select('number').where('type', '=', type).orderBy('number', 'desc').limit(KEPT);
  await tx.deleteFrom('validation').where('type', '=', type).where('number', 'not in', kept).execute();
}

async function run({ database, identity, now }: ValidateDependencies, asked: ValidationRequest): Promise<string> {
  const { type, requestId } = asked;
  if (await isDone(database, asked)) return requestId;
  const before = await newestOf(database, type);
  const read = await readAccounts(identity);
  const at = new Date(now());
  // The findings are read before the transaction, because a transaction must not wait for another connection.
  const findings = bySeverity(await findIn[type]({ database, identity, read, now: at.getTime() }));
  return database.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${locks.validation}, ${validationType.options.indexOf(type)})`.execute(tx);
    // Another instance completed a validation during the wait; its result is used.
    const newest = await newestOf(tx, type);
    if (newest !== undefined && newest.number !== before?.number) return newest.id;
    await write(tx, asked, at, findings);
    return requestId;
  });
}

/**
 * Creates the function that runs validations, one at a time per type across all instances, and returns the id of the run; a request during a run joins it.
 * Source: CALL-109, OPEN-107.
 */
export function createValidate(parts: ValidateDependencies): (asked: ValidationRequest) => Promise<string> {
  const running = new Map<ValidationType, Promise<string>>();
  return (asked) => {
    const known = running.get(asked.type);
    if (known !== undefined) return known;
    const one = run(parts, asked).finally(() => running.delete(asked.type));
    running.set(asked.type, one);
    return one;
  };
}
