/** Texts for accounts that an external provider manages: where to add and change them. */

/** The external provider that manages the accounts; `admin_url` is the URL of its administration, if known. */
export interface AccountsElsewhere {
  readonly admin_url?: string | null | undefined;
}

/** Returns the text on where to add an account. Source: INVITE8. */
export const addElsewhereText = ({ admin_url }: AccountsElsewhere): string =>
  admin_url == null
    ? 'Accounts are kept by the identity provider: its administrator adds the person there, in the group of the user type and the group of the organisation.'
    : `Accounts are kept by the identity provider: add the person at ${admin_url}, in the group of the user type and the group of the organisation.`;

/** Returns the note next to a list of accounts that are changed elsewhere. Source: DIRECTORY2. */
export const changeElsewhereText = ({ admin_url }: AccountsElsewhere): string =>
  admin_url == null
    ? 'Accounts are kept by the identity provider: its administrator changes them there.'
    : `Accounts are kept by the identity provider: they are changed at ${admin_url}.`;
