/** `Administration`, the interface by which administrators manage accounts and invitations. */

import type { Transaction } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** An account as administrators see it, without secrets. */
export interface ManagedAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly groups: readonly string[];
  /** `INVITED` until the invitation is accepted. */
  readonly status: string;
  /** Whether the account has a second factor; null if the provider does not report it. */
  readonly hasSecondFactor: boolean | null;
  /** False for a blocked account. */
  readonly isEnabled: boolean;
  /** Time of creation; null if the provider does not report it. */
  readonly createdAt: Date | null;
  /** The address that the account gets when its owner opens the mailed link; absent without a pending change. */
  readonly newEmail?: string | undefined;
}

/** Data of an account to create. */
export type NewAccount = Pick<ManagedAccount, 'email' | 'name' | 'family_name' | 'locale' | 'groups'>;

/** A change of an account by an administrator. */
export type AccountChange = Pick<ManagedAccount, 'name' | 'family_name' | 'locale' | 'groups'>;

/**
 * A function that removes a person's data, and calls `removeAccount` in the same transaction: both or neither, so that a failed deletion can be tried again.
 * `removeAccount` is null for an account that is already deleted.
 */
export type RemovePerson = (removeAccount: ((tx: Transaction<Database>) => Promise<void>) | null) => Promise<void>;

/** Account management for administrators. Permissions are checked by the caller. */
export interface Administration {
  /** Whether accounts and invitations are stored by this server, rather than by an external provider. */
  readonly managesAccounts: boolean;
  /** Whether accounts in the directory of an external provider can be changed by this server. */
  readonly changesAccounts?: boolean;
  /** Moves the members of a group to its new name, in the transaction that renames the group, so that nobody is locked out meanwhile. */
  readonly renameGroup: (tx: Transaction<Database>, from: string, to: string) => Promise<void>;
  /**
   * Counts the accounts of a group, and how many of them can sign in or are invited, in the transaction of the caller's decision. 0 if accounts and their
   * groups are stored elsewhere.
   */
  readonly peopleIn: (tx: Transaction<Database>, group: string) => Promise<{ readonly all: number; readonly active: number }>;
  /** Returns the addresses of the accounts with a language, in the transaction of the caller's decision. Empty if accounts are stored elsewhere. */
  readonly emailsWith: (tx: Transaction<Database>, locale: string) => Promise<readonly string[]>;
  /** Returns the accounts of a group, sorted by name. */
  readonly inGroup: (group: string) => Promise<readonly ManagedAccount[]>;
  readonly find: (email: string) => Promise<ManagedAccount | undefined>;
  /**
   * Creates an invited account and sends its mail, or does neither. Throws 409 if the address already has an account or is refused by the mail server, 503 if the
   * mail cannot be sent.
   */
  readonly invite: (person: NewAccount) => Promise<void>;
  /** Sends a new link and ends the earlier links. Throws 409 for an account that is no longer invited or a refused address, 503 if the mail cannot be sent. */
  readonly resend: (account: ManagedAccount) => Promise<void>;
  /** Deletes an invited account and ends its links. Throws 409 for an account that is no longer invited. */
  readonly revoke: (account: ManagedAccount) => Promise<void>;
  /** Changes an account. Throws 409 when no system_admin would be left. */
  readonly update: (account: ManagedAccount, change: AccountChange) => Promise<void>;
  /** Blocks an account and ends its sign-ins. Throws 409 for an invited account, and when no system_admin would be left. */
  readonly disable: (account: ManagedAccount) => Promise<void>;
  readonly enable: (account: ManagedAccount) => Promise<void>;
  /**
   * Deletes an account, its sign-ins and links; its user name is not assigned again. An account of a directory is deleted before the transaction of
   * `removePerson`, which would otherwise hold its locks during the directory's request. Throws 409 when no system_admin would be left.
   */
  readonly remove: (account: ManagedAccount, removePerson: RemovePerson) => Promise<void>;
  /**
   * Mails a link for a new password and ends the earlier links. Throws 409 for an invited or blocked account or a refused address, 503 when the mail cannot be
   * sent.
   */
  readonly mailPasswordLink: (account: ManagedAccount) => Promise<void>;
  /**
   * Mails a link to a new address, which the account gets when its owner opens the link, and ends the earlier links. Throws 409 for an invited or blocked
   * account, for an address that has an account or is refused, and if addresses are changed elsewhere; 503 when the mail cannot be sent.
   */
  readonly changeAddress: (account: ManagedAccount, newEmail: string) => Promise<void>;
  /** Ends the links of a new address, so that the account keeps its address. Throws 409 if there is no open link. */
  readonly keepAddress: (account: ManagedAccount) => Promise<void>;
}
