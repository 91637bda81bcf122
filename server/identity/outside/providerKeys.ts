import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from '#contract/schema';
import { Failure } from '../../platform/failure.ts';

/** Keys older than this, in ms, are read again, while the old ones are still used. */
const REREAD_AFTER_MS = 600_000;
/** The provider is asked for its keys at most this often, in ms: anybody can send a token with an unknown key. A clock that was set back does not count. */
const PAUSE_MS = 30_000;
const PATIENCE_MS = 5_000;

/** 503: the provider does not answer. Not 401, which would end the session of whoever asks. */
export const providerAway = () => new Failure(503, 'Unavailable', 'The identity provider does not answer.');

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

async function readKeys(address: string): Promise<JWTVerifyGetKey> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return createLocalJWKSet(keySet.parse(await answer.json()));
}

interface KeyParts {
  readonly address: string;
  readonly now: () => number;
  readonly onFailure: (reason: string) => void;
}

/**
 * Creates the finder of a provider's keys. Keys outlive the provider: they are read again in the background, and the last ones count while it does not
 * answer. Throws 503 for a key that is unknown while the provider does not answer.
 */
export function providerKeys({ address, now, onFailure }: KeyParts): JWTVerifyGetKey {
  const state: { find: JWTVerifyGetKey | null; readAt: number; askedAt: number; hasAnswered: boolean; asking: Promise<void> | null } = {
    find: null,
    readAt: 0,
    askedAt: -Infinity,
    hasAnswered: false,
    asking: null,
  };
  const read = async () => {
    try {
      state.find = await readKeys(address);
      state.readAt = now();
      state.hasAnswered = true;
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
