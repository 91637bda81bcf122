/** Mails to the owner of an account about changes and failed sign-ins, which somebody else may have caused. */

import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { Account } from '../accounts.ts';
import { html } from '../pages/safeHtml.ts';

/** Events that are mailed to the owner of an account, since somebody else may have caused them. */
export type MailNotice = 'password_changed' | 'second_factor_removed' | 'second_factor_moved';

const notices: Readonly<Record<MailNotice, { readonly subject: string; readonly what: string }>> = {
  password_changed: {
    subject: 'Your password was changed',
    what: 'the password of your account was changed. Every other sign-in of it has ended.',
  },
  second_factor_removed: {
    subject: 'Your second factor was taken away',
    what: 'an administrator took the second factor of your account away, and every sign-in of it has ended. You set a new one up at the next sign-in.',
  },
  second_factor_moved: {
    subject: 'Your second factor was moved',
    what: 'the second factor of your account was moved to another authenticator. Every other sign-in of it has ended.',
  },
};

const ADVICE = 'If you did not want this, tell an administrator of your organisation at once.';

type Owner = Pick<Account, 'email' | 'name' | 'family_name'>;

function noticeMail({ email, name, family_name }: Owner, product: string, notice: MailNotice): Mail {
  const { subject, what } = notices[notice];
  const hello = `Hello ${name} ${family_name},`;
  return {
    to: { name: `${name} ${family_name}`, address: email },
    subject: `${subject} at ${product}`,
    text: [hello, what, ADVICE].join('\n\n').concat('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          <p>${hello}</p>
          <p>${what}</p>
          <p>${ADVICE}</p>
        </body>
      </html>`.text,
  };
}

/** Mails the owner of an account. This is not awaited, because the event has happened whether or not the mail is sent. */
export type MailNotices = (owner: Owner, notice: MailNotice) => void;

/** Creates the notices of a mailer; failures to send them are logged. */
export const createNotices =
  (mailer: Mailer, product: string): MailNotices =>
  (owner, notice) =>
    void mailer.send(noticeMail(owner, product, notice)).catch(() => undefined);
