import type { Mail } from '../../platform/mail/mailer.ts';
import { html } from '../pages/safeHtml.ts';
import type { NewAccount } from '../administration.ts';

interface Invited {
  readonly person: Pick<NewAccount, 'email' | 'name' | 'family_name'>;
  readonly product: string;
  readonly company: string;
  /** URL of the page on which the account is activated. */
  readonly link: string;
}

/** Returns the invitation mail: the inviting company, the product, the link and its lifetime. */
export function invitationMail({ person, product, company, link }: Invited): Mail {
  const { email, name, family_name } = person;
  const hello = `Hello ${name} ${family_name},`;
  const why = `you are invited to ${product} of ${company}. Open this page to choose a password and to set up the second factor:`;
  const until = 'The link counts once and for 7 days. You need an authenticator app on your phone.';
  const wrong = 'If you do not know what this is about, ignore this mail.';
  return {
    to: { name: `${name} ${family_name}`, address: email },
    subject: `Invitation to ${product}`,
    text: [hello, why, link, until, wrong].join('\n\n').concat('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          <p>${hello}</p>
          <p>${why}</p>
          <p><a href="${link}">${link}</a></p>
          <p>${until}</p>
          <p>${wrong}</p>
        </body>
      </html>`.text,
  };
}
