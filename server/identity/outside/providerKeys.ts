import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from '#contract/schema';
import { createFailure } from '../../platform/failure/catalogue.ts';

/** Age, in ms, above which keys are read again; the old keys are used in the meantime. */
const REREAD_AFTER_MS = 600_000;
/** Minimum interval between requests for the provider's keys, in ms: anybody can send a token with an unknown key. A clock that was set back is ignored. */
const PAUSE_MS = 30_000;
const PATIENCE_MS = 5_000;

/** Creates the failure for a provider that does not respond: 503, because 401 would end the session of the client. */
export const providerAway = () => createFailure('providerAway');

/** Schema of a provider's keys. */
export const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

type KeySet = z.infer<typeof keySet>;

async function readKeys(address: string): Promise<KeySet> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return keySet.parse(await answer.json());
}

interface KeyParts {
  readonly address: string;
  /** Keys from an earlier start, which are valid until the provider responds; null if there are none. */
  readonly kept: KeySet | null;
  /** Called with the keys each time they have been read. */
  readonly onRead: (keys: KeySet) => void;
  readonly now: () => number;
  readonly onFailure: (reason: string) => void;
}

/**
 * Creates the finder of a provider's keys. Keys survive an outage of the provider: they are read again in the background, and the last ones remain valid while
 * it does not respond. Throws 503 for an unknown key while the provider does not respond.
 */
export function providerKeys({ address, kept, onRead, now, onFailure }: KeyParts): JWTVerifyGetKey {
  const state: { find: JWTVerifyGetKey | null; readAt: number; askedAt: number; hasAnswered: boolean; asking: Promise<void> | null } = {
    find: kept === null ? null : createLocalJWKSet(kept),
    readAt: -Infinity,
    askedAt: -Infinity,
    hasAnswered: false,
    asking: null,
  };
  const read = async () => {
    try {
      const keys = await readKeys(address);
      state.find = createLocalJWKSet(keys);
      state.readAt = now();
      state.hasAnswered = true;
      onRead(keys);
    } catch (error) {
      state.hasAnswered = false;
      onFailure(error instanceof Error ? error.message : 'unknown');
    } finally {
      state.asking = null;
    }
  };
  const refresh = (): Promise<void> => {
    if (state.asking !== null) return state.asking;
    if (state.find !== null && Math.abs(now() - state.askedAt) < PAUSE_MS) return Promise.resolve();
    state.askedAt = now();
    state.asking = read();
    return state.asking;
  };
  return async (header, token) => {
    if (state.find === null) await refresh();
    else if (Math.abs(now() - state.readAt) > REREAD_AFTER_MS) void refresh();
    if (state.find === null) throw providerAway();
    try {
      return await state.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      if (!state.hasAnswered) throw providerAway();
      return state.find(header, token);
    }
  };
}
