import type { AccountFacts, AccountsKnown } from './accountFindings.ts';
import { entryIf, findingsOf, type Finding } from './finding.ts';
import { userTypesIn } from './rights.ts';
import { typedAddress } from './typedAddress.ts';

/** A person who signed in, with the groups of the token; `day` is the day of the last sign-in, `2026-03-04`. */
export interface SeenPerson {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly day: string;
}

const listed = (groups: readonly string[]) => (groups.length === 0 ? 'none' : groups.map((group) => `"${group}"`).join(', '));

/**
 * Compares the people who signed in with the accounts of the directory: finds people without an account, and groups of the token that differ from
 * those of the directory. Groups of other systems are not compared. Source: VALID91.
 */
export function seenFindings(accounts: readonly AccountFacts[], seen: readonly SeenPerson[], known: AccountsKnown): readonly Finding[] {
  const byName = new Map(accounts.map((account) => [account.username, account]));
  const byAddress = new Map(accounts.flatMap((account) => (account.email === '' ? [] : [[typedAddress(account.email), account]])));
  const ours = (groups: readonly string[]) =>
    [...new Set(groups)].filter((group) => known.groups.has(group) || userTypesIn([group]).length > 0).toSorted();
  return seen.flatMap((person) => {
    const account = byName.get(person.username) ?? byAddress.get(typedAddress(person.email));
    const [there, here] = [ours(account?.groups ?? []), ours(person.groups)];
    return findingsOf({ id: person.username, name: person.email || person.username }, [
      ...entryIf(account === undefined, 'warning', `Signed in on ${person.day} and is not in the directory.`),
      ...entryIf(
        account !== undefined && listed(there) !== listed(here),
        'warning',
        `At the sign-in of ${person.day} the groups were ${listed(here)}; in the directory they are ${listed(there)}.`,
      ),
    ]);
  });
}
