import { Buffer } from 'node:buffer';
import { z } from '#contract/schema';
import type { Audit } from '../audit/audit.ts';
import type { AuditLine } from '../audit/chain.ts';
import { type FieldChange, withChanges } from '../audit/changes.ts';
import type { RetryQueue } from '../database/retryQueue.ts';
import type { Principal, Scope } from '../principal.ts';
import { failureOf } from './errors.ts';
import type { Served } from './serve.ts';

/** Maximum length of a recorded parameter name or value. */
const MAX_VALUE = 200;
const words = z.catch(z.record(z.string(), z.unknown()), {});

/**
 * The fields of a body that name the subject of a call. Nothing else in a body is recorded, since a body may contain secrets; changes are recorded where they
 * are written (`noteChange`).
 */
const SUBJECTS = [
  'email',
  'user_type',
  'organisation_id',
  'serial',
  'device_serial',
  'location_id',
  'greenhouse_id',
  'error_code',
  'file_name',
  'config_name',
];

/** Returns path and query parameters, and the subjects of the body, as storable text: replaces NUL and unpaired surrogates. */
function paramsOf(request: Act['request']): Record<string, string> {
  const body = Object.entries(words.parse(request.body)).filter(([name, value]) => SUBJECTS.includes(name) && typeof value === 'string');
  const values = { ...Object.fromEntries(body), ...words.parse(request.query), ...words.parse(request.params) };
  const clean = (text: string) => Buffer.from(text.slice(0, MAX_VALUE)).toString('utf8').replaceAll('\0', '\uFFFD');
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [clean(name), clean(String(value))]));
}

/** One request with its authenticated caller. */
export interface Act {
  readonly request: { readonly params: unknown; readonly query: unknown; readonly body?: unknown };
  readonly served: Served;
  readonly caller: Principal;
  readonly requestId: string;
  readonly at: number;
}

/** Dependencies of the audit record. */
export interface AuditedParts {
  readonly audit: Audit;
  /** The queue of lines that could not be written, and of lines whose call does not wait for the write. */
  readonly retries: RetryQueue;
  /** Returns the current scope of a caller. */
  readonly scopeOf: (caller: Pick<Principal, 'role' | 'groups'>) => Scope;
}

/** Returns the organisations of a scope as they are recorded; empty for the staff of the provider. */
export const organisationsIn = (scope: Scope): readonly string[] => (scope === 'all' ? [] : [...scope]);

/** The status recorded for a refusal in the body of an answer: `ok` false means a wrong input, `result` false that something prevents the change. */
const REFUSALS = { ok: 400, result: 409 };

/** Returns the status that is recorded for an answer. A call whose answer states that nothing was done is recorded as refused. Source: AUDIT12. */
function statusOf(answer: unknown): number {
  const { ok, result } = words.parse(answer);
  if (ok === false) return REFUSALS.ok;
  return result === false ? REFUSALS.result : 200;
}

/**
 * Runs a call and writes its status and changes to the audit record before the response. If that write fails, the request fails and the
 * line is queued for retry. An urgent call (stop) responds without waiting for the write.
 */
export async function audited<T>(act: Act, { audit, retries, scopeOf }: AuditedParts, run: () => Promise<T>): Promise<T> {
  const { call, isUrgent } = act.served;
  if (!call.hasSideEffects && !call.secret) return run();
  const write = async (status: number, changes: readonly FieldChange[]) => {
    const { username: who, role } = act.caller;
    const line: AuditLine = {
      at: act.at,
      who,
      role,
      call: call.name,
      params: paramsOf(act.request),
      requestId: act.requestId,
      status,
      organisations: organisationsIn(scopeOf(act.caller)),
      ...(changes.length === 0 ? {} : { changes }),
    };
    const append = () => audit.append(line);
    if (isUrgent === true) return void retries.run(append);
    return append().catch((error: unknown) => {
      retries.enqueue(append);
      throw error;
    });
  };
  const outcome = await withChanges(run);
  await write(outcome.ok ? statusOf(outcome.answer) : failureOf(outcome.error).status, outcome.changes);
  if (!outcome.ok) throw outcome.error;
  return outcome.answer;
}
