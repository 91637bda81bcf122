/** Serves a call that arrived over a socket, with the same handler, audit line and failures as over HTTP. */

import type { Principal } from '../principal.ts';
import { audited, type AuditedParts } from './audited.ts';
import { errorText, failureOf } from './errors.ts';
import type { Served } from './serve.ts';

interface CallParts extends AuditedParts {
  readonly served: Served;
  readonly presence: { readonly seen: (username: string) => void };
  readonly now: () => number;
}

/** The response of the call: the body of a success, or the status and text of a failure. */
export type SocketCallResult = { readonly status: 200; readonly answer: unknown } | { readonly status: number; readonly error: string };

/**
 * Returns a function that serves a call which arrived over a socket, whose caller is already verified, with the same handler, audit record and request ids as
 * over HTTP. Never rejects.
 */
export function createSocketCall({ served, presence, now, ...parts }: CallParts) {
  return async (caller: Principal, params: Readonly<Record<string, string>>, requestId: string): Promise<SocketCallResult> => {
    const at = now();
    presence.seen(caller.username);
    const scopeNow = () => parts.scopeOf(caller);
    const act = { request: { params, query: {} }, served, caller, requestId, at };
    try {
      const answer = await audited(act, parts, () => served.answer({ params, query: {}, body: undefined, caller, scopeNow, requestId }));
      return { status: 200, answer };
    } catch (error) {
      const failure = failureOf(error);
      return { status: failure.status, error: errorText(failure).error };
    }
  };
}
