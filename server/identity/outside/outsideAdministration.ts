import { conflict } from '../../platform/failure.ts';
import type { Administration } from '../administration.ts';

/** What an administrator of a provider elsewhere does instead of the console; one sentence, shown as it is. */
const elsewhereText = (adminUrl: string | undefined): string =>
  adminUrl === undefined
    ? 'Accounts are kept by the identity provider: its administrator adds the person there, in the group of the user type and the group of the organisation.'
    : `Accounts are kept by the identity provider: add the person at ${adminUrl}, in the group of the user type and the group of the organisation.`;

/** For a provider elsewhere: every act fails with the sentence that says where it is done. */
export function outsideAdministration(adminUrl: string | undefined): Administration {
  const elsewhere = () => Promise.reject(conflict(elsewhereText(adminUrl)));
  return { managesInvitations: false, inGroup: elsewhere, find: elsewhere, invite: elsewhere, resend: elsewhere, revoke: elsewhere };
}
