import type { Kysely } from 'kysely';
import { roleOf } from '#domain/people/rights';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { isRecent } from '../platform/steadyClock.ts';
import type { Principal } from '../platform/principal.ts';
import type { Identity } from './identity.ts';
import type { GrantCache } from './grantCache.ts';

/** Maximum age, in ms, of a cached positive result that a stop uses without a database query. */
const FRESH_MS = 30_000;
/** Time for which a stop waits for the database, in ms. */
const PATIENCE_MS = 300;

interface VerifierParts {
  /** Returns the caller of a token, verified only by its signature and times. Throws if the token is not valid. */
  readonly read: (accessToken: string) => Promise<Principal>;
  /**
   * Reads the current groups of a grant's account, on the connections of `by` if present; null when the grant has ended or the account is deleted or blocked.
   */
  readonly readGroups: (grant: string, by?: Kysely<Database>) => Promise<readonly string[] | null>;
  /** Like `readGroups` for a stop, on database connections that are reserved for stops. */
  readonly readGroupsForStop: (grant: string) => Promise<readonly string[] | null>;
  readonly known: GrantCache;
  readonly now: () => number;
}

const ended = () => createFailure('signInEnded');

/** Creates the functions that verify tokens of the embedded provider, whose sign-in (grant) can end before the token expires. */
export function grantVerifier({
  read,
  readGroups,
  readGroupsForStop,
  known,
  now,
}: VerifierParts): Pick<Identity, 'verify' | 'verifyForStop' | 'verifyAgain'> {
  const readAndNote = async (grant: string, question: VerifierParts['readGroups'], by?: Kysely<Database>) => {
    const groups = await question(grant, by);
    known.note(grant, groups);
    return groups;
  };

  /** Returns the groups from the database if it responds in time, otherwise the last known ones; undefined for an unknown grant, which is allowed to stop. */
  const groupsForStop = async (grant: string): Promise<readonly string[] | null | undefined> => {
    const last = known.of(grant);
    if (last !== undefined && last.groups !== null && isRecent(last.at, now(), FRESH_MS)) return last.groups;
    let impatience: NodeJS.Timeout | undefined;
    const silence = new Promise<undefined>((resolve) => {
      impatience = setTimeout(() => resolve(undefined), PATIENCE_MS);
    });
    const answer = await Promise.race([readAndNote(grant, readGroupsForStop).catch(() => undefined), silence]);
    clearTimeout(impatience);
    return answer === undefined ? last?.groups : answer;
  };

  const verifyAgain = async (caller: Principal, by?: Kysely<Database>): Promise<Principal> => {
    const groups = caller.grant === null ? null : await readAndNote(caller.grant, readGroups, by);
    if (groups === null) throw ended();
    // A token contains the groups at the time of its issue, but the current groups are used.
    return { ...caller, groups, role: roleOf(groups) };
  };

  return {
    verifyAgain,
    verify: async (accessToken) => verifyAgain(await read(accessToken)),
    verifyForStop: async (accessToken) => {
      const caller = await read(accessToken);
      const groups = caller.grant === null ? null : await groupsForStop(caller.grant);
      if (groups === null) throw ended();
      return groups === undefined ? caller : { ...caller, groups, role: roleOf(groups) };
    },
  };
}
