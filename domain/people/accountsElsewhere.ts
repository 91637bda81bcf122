/** Texts for accounts that an outside provider keeps: where to add and change them. */

/** Present when an outside provider keeps the accounts: the address of its administration, if known. */
export interface AccountsElsewhere {
  readonly admin_url?: string | null | undefined;
}

/** The text for a person who wants to add an account: it says where to do so. Source: INVITE8. */
export const addElsewhereText = ({ admin_url }: AccountsElsewhere): string =>
  admin_url == null
    ? 'Accounts are kept by the identity provider: its administrator adds the person there, in the group of the user type and the group of the organisation.'
    : `Accounts are kept by the identity provider: add the person at ${admin_url}, in the group of the user type and the group of the organisation.`;

/** The note beside a list of accounts that are changed elsewhere. Source: DIRECTORY2. */
export const changeElsewhereText = ({ admin_url }: AccountsElsewhere): string =>
  admin_url == null
    ? 'Accounts are kept by the identity provider: its administrator changes them there.'
    : `Accounts are kept by the identity provider: they are changed at ${admin_url}.`;
