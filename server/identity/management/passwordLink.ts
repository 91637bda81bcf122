/** Mails the link for a new password. */

import type { Kysely } from 'kysely';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict } from '../../platform/failure/failure.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { lockOwner } from '../accounts.ts';
import type { ManagedAccount } from '../administration.ts';
import { createLink, replaceLinks } from '../invitations/invitationLinks.ts';
import { html } from '../pages/safeHtml.ts';
import { MOUNT } from '../scopes.ts';
import type { IdentityTables } from '../tables.ts';

/** Dependencies of the functions that mail a link. */
export interface PasswordLinkParts {
  readonly database: Kysely<IdentityTables>;
  readonly mailer: Mailer;
  readonly settings: Pick<Settings, 'PRODUCT' | 'publicUrl'>;
  readonly now: () => number;
}

type Owner = Pick<ManagedAccount, 'username' | 'email' | 'name' | 'family_name'>;

function linkMail({ email, name, family_name }: Owner, product: string, link: string): Mail {
  const hello = `Hello ${name} ${family_name},`;
  const what = `open this page to choose a new password for ${product}:`;
  const until = 'The link counts once and for 2 hours. Until then your password of now counts.';
  const wrong = 'If you did not ask for it, ignore this mail.';
  return {
    to: { name: `${name} ${family_name}`, address: email },
    subject: `New password for ${product}`,
    text: [hello, what, link, until, wrong].join('\n\n').concat('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          <p>${hello}</p>
          <p>${what}</p>
          <p><a href="${link}">${link}</a></p>
          <p>${until}</p>
          <p>${wrong}</p>
        </body>
      </html>`.text,
  };
}

/**
 * Creates a link for an account that still has this address; otherwise a link could be mailed to a former mailbox after a change of the address has ended its
 * links. Throws 404 for any other account. Source: NEWMAIL4.
 */
const createOwnLink = ({ database, now }: PasswordLinkParts, owner: Owner) =>
  database.transaction().execute(async (tx) => {
    if (!(await lockOwner(tx, owner))) throw createFailure('noAccount');
    return createLink(tx, owner.username, now(), 'password');
  });

/** Mails a link for a new password; if the mail cannot be sent, the earlier link remains valid. */
export async function sendPasswordLink(parts: PasswordLinkParts, owner: Owner): Promise<void> {
  const { database, mailer, settings } = parts;
  const { token, hash } = await createOwnLink(parts, owner);
  try {
    await mailer.send(linkMail(owner, settings.PRODUCT, new URL(`${MOUNT}/password/${token}`, settings.publicUrl).href));
  } catch (error) {
    await database.deleteFrom('identity_invitation').where('token_hash', '=', hash).execute();
    throw error;
  }
  await replaceLinks(database, owner.username, hash);
}

/** Mails a link for a new password of an account that may sign in. Throws 409 for any other account. */
export async function mailPasswordLink(parts: PasswordLinkParts, account: ManagedAccount): Promise<void> {
  if (account.status === 'INVITED') throw conflict('The invitation is not accepted yet: send it again instead.');
  if (!account.isEnabled) throw createFailure('accountBlocked');
  await sendPasswordLink(parts, account);
}
