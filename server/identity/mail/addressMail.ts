import type { Mail } from '../../platform/mail/mailer.ts';
import type { Account } from '../accounts.ts';
import { html } from '../pages/safeHtml.ts';

interface AddressLink {
  readonly owner: Pick<Account, 'email' | 'name' | 'family_name'>;
  readonly newEmail: string;
  readonly product: string;
  /** URL of the page on which the owner confirms the new address. */
  readonly link: string;
}

/** Returns the mail to the new address of an account: the change, the link and its lifetime. */
export function addressMail({ owner, newEmail, product, link }: AddressLink): Mail {
  const { email, name, family_name } = owner;
  const hello = `Hello ${name} ${family_name},`;
  const what = `your account of ${product} is to get this email address instead of ${email}. Open this page and type your password to confirm it:`;
  const until = `The link counts once and for 24 hours. Until then you log in with ${email}.`;
  const wrong = 'If you do not know what this is about, ignore this mail.';
  return {
    to: { name: `${name} ${family_name}`, address: newEmail },
    subject: `New email address for ${product}`,
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
