/** Creates an account in a directory, and removes an account that was left by a creation without a response. */

import { Unanswered } from '../../platform/failure/failure.ts';
import type { DirectoryAccount } from './directory.ts';
import { directoryFailure } from './directoryFailure.ts';

type Made = Pick<DirectoryAccount, 'id' | 'status' | 'groups'>;

/** The creation of an account in a directory. */
interface Creation {
  /** The groups that the account gets after its creation. */
  readonly groups: readonly string[];
  readonly create: () => Promise<unknown>;
  /** Returns the account that currently has the new account's user name. */
  readonly findNamed: () => Promise<Made | undefined>;
  readonly remove: (account: Made) => Promise<unknown>;
}

/**
 * Creates an account, still without groups. A creation whose response was lost may have happened, and its account would make every repetition fail, so the
 * account is removed. It is kept if it is in use or has one of the groups, because somebody else then created it at that moment. Throws 409 for a user name
 * that is taken. Source: DIRECTORY12.
 */
export async function createAccount({ groups, create, findNamed, remove }: Creation): Promise<void> {
  if ((await findNamed()) !== undefined) throw directoryFailure.exists();
  const removeMade = async () => {
    const made = await findNamed();
    if (made?.status === 'INVITED' && !made.groups.some((group) => groups.includes(group))) await remove(made);
  };
  try {
    await create();
  } catch (error) {
    // The reason why nobody was invited is reported even if the account cannot be removed.
    if (error instanceof Unanswered) await removeMade().catch(() => undefined);
    throw error;
  }
}
