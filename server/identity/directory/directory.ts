/** `Directory`, the interface to the accounts of an external provider. */

import type { ManagedAccount, NewAccount } from '../administration.ts';

/** An account of a directory. `id` is the account's name in the directory's interface, `username` its name in tokens. */
export interface DirectoryAccount extends ManagedAccount {
  readonly id: string;
}

/** A change of an account; its groups are the ones to join and the ones to leave, so that groups unknown to this server are kept. */
export interface DirectoryChange extends Pick<ManagedAccount, 'name' | 'family_name' | 'locale'> {
  readonly joins: readonly string[];
  readonly leaves: readonly string[];
}

/** The accounts of an external identity provider. Each operation ends within a bounded time and fails with a `Failure` whose text is shown to people. */
export interface Directory {
  /** Reads all accounts with their groups, until the signal aborts. */
  readonly accounts: (signal: AbortSignal) => Promise<readonly DirectoryAccount[]>;
  /** Reads the current accounts of one address; a directory may have several. */
  readonly find: (email: string) => Promise<readonly DirectoryAccount[]>;
  /** Creates an account, which its owner activates through a mail of the provider. If it fails, no account is left behind. */
  readonly create: (person: NewAccount) => Promise<void>;
  readonly resend: (account: DirectoryAccount) => Promise<void>;
  readonly update: (account: DirectoryAccount, change: DirectoryChange) => Promise<void>;
  /** Blocks an account, which ends its sign-ins, or unblocks it. */
  readonly setEnabled: (account: DirectoryAccount, isEnabled: boolean) => Promise<void>;
  readonly remove: (account: DirectoryAccount) => Promise<void>;
  readonly mailPasswordLink: (account: DirectoryAccount) => Promise<void>;
  readonly removeSecondFactor: (account: DirectoryAccount) => Promise<void>;
}

/** Maximum number of accounts that are read; a longer list would be of no use to people. */
export const MAX_ACCOUNTS = 20_000;
