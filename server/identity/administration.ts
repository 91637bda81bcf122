/** A person with an account, as administrators see it: without a secret. */
export interface ManagedAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
  readonly locale: string;
  readonly groups: readonly string[];
  /** `INVITED` until the invitation was accepted. */
  readonly status: string;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
}

/** A person who gets an account. */
export type NewAccount = Pick<ManagedAccount, 'email' | 'name' | 'family_name' | 'locale' | 'groups'>;

/** What administrators do with accounts. Who may do it is decided before. */
export interface Administration {
  /** Whether invitations can be sent again and taken back here. */
  readonly managesInvitations: boolean;
  /** The accounts of a group, by name. */
  readonly inGroup: (group: string) => Promise<readonly ManagedAccount[]>;
  readonly find: (email: string) => Promise<ManagedAccount | undefined>;
  /** Makes an invited account and sends its mail, or neither. Throws 409 when the address has an account, 503 when the mail did not leave. */
  readonly invite: (person: NewAccount) => Promise<void>;
  /** Sends a new link and ends the old ones; throws 409 for an account that is no longer invited. */
  readonly resend: (account: ManagedAccount) => Promise<void>;
  /** Deletes an invited account and ends its links; throws 409 for one that is no longer invited. */
  readonly revoke: (account: ManagedAccount) => Promise<void>;
}
