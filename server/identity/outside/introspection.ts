/** Checks with an external provider whether a token is still valid (introspection, RFC 7662). */

import { createHash } from 'node:crypto';
import { z } from '#contract/schema';
import { providerAway } from './providerKeys.ts';
import { isRecent } from '../../platform/steadyClock.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Time for which a response is valid, in ms: a person who is blocked by the provider loses access within a minute. */
const COUNTS_MS = 30_000;
/** Minimum interval between requests after a failure, in ms, so that calls do not wait for the provider one after another. */
const PAUSE_MS = 5_000;
const PATIENCE_MS = 3_000;
/** Maximum number of cached responses; the oldest are dropped first. */
const MAX_ANSWERS = 10_000;

const reply = z.looseObject({ active: z.boolean() });

/** Returns the cache key of a token: its SHA-256. */
export const tokenKey = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The client of an introspection endpoint, with its last responses. */
export interface Introspection {
  /** Returns the claims of a token, null if it is not active. If the endpoint does not respond, the last response is used; throws 503 if there is none. */
  readonly introspect: (token: string) => Promise<Claims | null>;
  /** Returns the last response for a token, of any age; undefined if there is none. */
  readonly last: (token: string) => Claims | null | undefined;
}

interface IntrospectionParts {
  readonly address: string;
  readonly clientId: string;
  readonly secret: string;
  readonly now: () => number;
  readonly onFailure: (reason: string) => void;
}

async function introspect({ address, clientId, secret }: IntrospectionParts, token: string): Promise<Claims | null> {
  const client = [clientId, secret].map(encodeURIComponent).join(':');
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { accept: 'application/json', authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
  });
  if (!answer.ok) throw new Error(`the introspection endpoint answers ${answer.status}`);
  const claims = reply.parse(await answer.json());
  return claims.active ? claims : null;
}

/** Creates the client of an introspection endpoint (RFC 7662). */
export function createIntrospection(parts: IntrospectionParts): Introspection {
  const { now, onFailure } = parts;
  const answers = new Map<string, { claims: Claims | null; at: number }>();
  const pause = { until: 0 };
  const note = (key: string, claims: Claims | null) => {
    answers.delete(key);
    answers.set(key, { claims, at: now() });
    const oldest = answers.keys().next();
    if (answers.size > MAX_ANSWERS && oldest.done !== true) answers.delete(oldest.value);
    return claims;
  };
  const again = async (token: string, key: string): Promise<Claims | null> => {
    try {
      if (isRecent(pause.until - PAUSE_MS, now(), PAUSE_MS)) throw providerAway();
      return note(key, await introspect(parts, token));
    } catch (error) {
      if (!isRecent(pause.until - PAUSE_MS, now(), PAUSE_MS)) {
        pause.until = now() + PAUSE_MS;
        onFailure(error instanceof Error ? error.message : 'unknown');
      }
      const known = answers.get(key);
      if (known === undefined) throw providerAway();
      return known.claims;
    }
  };
  return {
    introspect: async (token) => {
      const key = tokenKey(token);
      const known = answers.get(key);
      // A token that has ended never becomes valid again, so its response has no expiry.
      return known !== undefined && (known.claims === null || isRecent(known.at, now(), COUNTS_MS)) ? known.claims : again(token, key);
    },
    last: (token) => answers.get(tokenKey(token))?.claims,
  };
}
