/** The administrators' part of a change of an account's address: begins and withdraws it. The account's owner completes it (`confirmAddress.ts`). */

import { mailRefusal } from '#domain/people/mailDomains';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, invalid } from '../../platform/failure/failure.ts';
import { createRateLimit } from '../../platform/limits/rateLimit.ts';
import type { Rate } from '../../platform/limits/tokenBucket.ts';
import { findAccount } from '../accounts.ts';
import type { Administration, ManagedAccount } from '../administration.ts';
import { mailAllowance } from '../allowedMail.ts';
import type { InvitationParts } from '../invitations/invitations.ts';
import { addressMail } from '../mail/addressMail.ts';
import type { MailNotices } from '../mail/notices.ts';
import { MOUNT } from '../scopes.ts';
import { createAddressLink, endAddressLinks, replaceAddressLinks } from './addressLinks.ts';

/** Dependencies of the functions that change an address. */
export interface AddressChangeParts extends InvitationParts {
  readonly notify: MailNotices;
}

const NOTHING_PENDING = 'No new address waits for its confirmation: the link was used or withdrawn already.';

/** Rate limit of notices to a current address: five a day, so that nobody can send it large numbers of unwanted mails. */
const NOTICES: Rate = { perSecond: 5 / 86_400, burst: 5 };

/** Mails the link to the new address; if the mail cannot be sent, the earlier link remains valid. */
async function sendAddressLink(
  { database, mailer, settings, now }: AddressChangeParts,
  owner: ManagedAccount,
  newEmail: string,
): Promise<void> {
  const { token, hash } = await createAddressLink(database, owner, newEmail, now());
  const link = new URL(`${MOUNT}/address/${token}`, settings.publicUrl).href;
  try {
    await mailer.send(addressMail({ owner, newEmail, product: settings.PRODUCT, link }));
  } catch (error) {
    await database.deleteFrom('identity_address_link').where('token_hash', '=', hash).execute();
    throw error;
  }
  await replaceAddressLinks(database, owner.username, hash);
}

/** Creates the functions that mail and withdraw the link of a new address. Source: NEWMAIL1..2. */
export function addressChanges(parts: AddressChangeParts): Pick<Administration, 'changeAddress' | 'keepAddress'> {
  const { database, settings, now, notify } = parts;
  const isAllowed = mailAllowance(database, settings.ALLOWED_MAIL_DOMAINS);
  const notices = createRateLimit(NOTICES, now);
  return {
    changeAddress: async (account, newEmail) => {
      if (account.status === 'INVITED') throw conflict('The invitation is not accepted yet: revoke it, then invite the new address.');
      if (!account.isEnabled) throw createFailure('accountBlocked');
      if (!(await isAllowed(newEmail))) throw invalid(mailRefusal(newEmail, null));
      if ((await findAccount(database, newEmail)) !== undefined) throw createFailure('accountExists');
      await sendAddressLink(parts, account, newEmail);
      if (notices.waitSeconds(account.email) === 0) notify(account, 'address_change_requested', newEmail);
    },
    keepAddress: async ({ username }) => {
      if ((await endAddressLinks(database, username)) === 0) throw conflict(NOTHING_PENDING);
    },
  };
}
