import { unauthenticated } from '../platform/failure.ts';
import type { Principal } from '../platform/principal.ts';
import type { Identity } from './identity.ts';
import type { GrantCache } from './grantCache.ts';

/** A stop asks the database for a sign-in it saw alive no longer than this ago, in ms, no more. */
const FRESH_MS = 30_000;
/** So long a stop waits for the database, in ms. */
const PATIENCE_MS = 300;

interface VerifierParts {
  /** The caller that a token names, by its signature and times alone. Throws when it does not count. */
  readonly read: (accessToken: string) => Promise<Principal>;
  /** Whether a sign-in is alive, by the database. */
  readonly ask: (grant: string) => Promise<boolean>;
  readonly known: GrantCache;
  readonly now: () => number;
}

const ended = () => unauthenticated('The sign-in has ended.');

/** Checks tokens whose sign-in can end before they do. */
export function grantVerifier({ read, ask, known, now }: VerifierParts): Pick<Identity, 'verify' | 'verifyForStop'> {
  const look = async (grant: string) => {
    const isAlive = await ask(grant);
    known.note(grant, isAlive);
    return isAlive;
  };

  /** The database's word when it comes in time, else the last one; a sign-in nothing is known of may stop. */
  const isProbablyAlive = async (grant: string) => {
    const last = known.of(grant);
    if (last?.isAlive === true && now() - last.at < FRESH_MS) return true;
    let impatience: NodeJS.Timeout | undefined;
    const silence = new Promise<null>((resolve) => {
      impatience = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    const answer = await Promise.race([look(grant).catch(() => null), silence]);
    clearTimeout(impatience);
    return answer ?? last?.isAlive ?? true;
  };

  return {
    verify: async (accessToken) => {
      const caller = await read(accessToken);
      if (caller.grant === null || !(await look(caller.grant))) throw ended();
      return caller;
    },
    verifyForStop: async (accessToken) => {
      const caller = await read(accessToken);
      if (caller.grant === null || !(await isProbablyAlive(caller.grant))) throw ended();
      return caller;
    },
  };
}
