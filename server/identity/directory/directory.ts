import type { ManagedAccount, NewAccount } from '../administration.ts';

/** An account of a directory. `id` is what its interface calls it by, `username` what its tokens name. */
export interface DirectoryAccount extends ManagedAccount {
  readonly id: string;
}

/** What changes of an account; of its groups those that it joins and leaves, so that others stay, of which this server knows nothing. */
export interface DirectoryChange extends Pick<ManagedAccount, 'name' | 'family_name' | 'locale'> {
  readonly joins: readonly string[];
  readonly leaves: readonly string[];
}

/** The accounts that an outside identity provider keeps. Each operation fails with a `Failure` whose text a person reads, and ends within bounds. */
export interface Directory {
  /** Reads all accounts with their groups, until the signal aborts. */
  readonly accounts: (signal: AbortSignal) => Promise<readonly DirectoryAccount[]>;
  /** Reads the accounts of one address, as they are now; a directory may have several. */
  readonly find: (email: string) => Promise<readonly DirectoryAccount[]>;
  /** Creates an account that its owner opens by a mail of the provider, or does nothing. */
  readonly create: (person: NewAccount) => Promise<void>;
  readonly resend: (account: DirectoryAccount) => Promise<void>;
  readonly update: (account: DirectoryAccount, change: DirectoryChange) => Promise<void>;
  /** Blocks an account, whose sign-ins end, or unblocks it. */
  readonly setEnabled: (account: DirectoryAccount, isEnabled: boolean) => Promise<void>;
  readonly remove: (account: DirectoryAccount) => Promise<void>;
  readonly mailPasswordLink: (account: DirectoryAccount) => Promise<void>;
  readonly removeSecondFactor: (account: DirectoryAccount) => Promise<void>;
}

/** The most accounts that are read: a list of more is no list for people. */
export const MAX_ACCOUNTS = 20_000;
