import { Buffer } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { z } from '#contract/schema';
import type { Audit } from '../audit/audit.ts';
import type { AuditLine } from '../audit/chain.ts';
import type { RetryQueue } from '../database/retryQueue.ts';
import type { Principal } from '../principal.ts';
import { failureOf } from './errors.ts';
import type { Served } from './serve.ts';

/** Longest value of a path or query that is kept. */
const MAX_VALUE = 200;
const words = z.record(z.string(), z.unknown()).catch({});

/** The parameters as text that can be stored: a NUL or half a surrogate pair cannot. */
function paramsOf(request: FastifyRequest): Record<string, string> {
  const values = { ...words.parse(request.query), ...words.parse(request.params) };
  const clean = (text: string) => Buffer.from(text.slice(0, MAX_VALUE)).toString('utf8').replaceAll('\0', '\uFFFD');
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [clean(name), clean(String(value))]));
}

/** One request of one person. */
export interface Act {
  readonly request: FastifyRequest;
  readonly served: Served;
  readonly caller: Principal;
  readonly requestId: string;
  readonly at: number;
}

/**
 * Runs a call and writes its outcome to the audit record before the response. When that fails the call fails, and the line is retried. A stop is
 * answered first.
 */
export async function audited<T>(act: Act, audit: Audit, retries: RetryQueue, run: () => Promise<T>): Promise<T> {
  const { call, isUrgent } = act.served;
  if (!call.hasSideEffects && !call.secret) return run();
  const write = async (status: number) => {
    const { username: who, role } = act.caller;
    const line: AuditLine = { at: act.at, who, role, call: call.name, params: paramsOf(act.request), requestId: act.requestId, status };
    const append = () => audit.append(line);
    if (isUrgent === true) return void retries.run(append);
    return append().catch((error: unknown) => {
      retries.enqueue(append);
      throw error;
    });
  };
  let answer: T;
  try {
    answer = await run();
  } catch (error) {
    await write(failureOf(error).status);
    throw error;
  }
  await write(200);
  return answer;
}
