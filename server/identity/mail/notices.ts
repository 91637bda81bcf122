/** Mails to the owner of an account about changes and failed sign-ins, which somebody else may have caused. */

import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { Account } from '../accounts.ts';
import { html } from '../pages/safeHtml.ts';

/** Events that are mailed to the owner of an account, because somebody else may have caused them. */
export type MailNotice =
  | 'password_changed'
  | 'second_factor_removed'
  | 'second_factor_moved'
  | 'address_change_requested'
  | 'address_changed';

interface NoticeText {
  readonly subject: string;
  readonly what: string;
  /** Whether the text ends with the new address of the account. */
  readonly namesAddress?: true;
}

const notices: Readonly<Record<MailNotice, NoticeText>> = {
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
  address_change_requested: {
    subject: 'Your email address is to change',
    what: 'an administrator wants your account to get another email address. Nothing changes until you open the link that was mailed there and type your password:',
    namesAddress: true,
  },
  address_changed: {
    subject: 'Your email address was changed',
    what: 'the email address of your account was changed by the mailed link, and every sign-in of it has ended. From now on you log in with:',
    namesAddress: true,
  },
};

const ADVICE = 'If you did not want this, tell an administrator of your organisation at once.';

type Owner = Pick<Account, 'email' | 'name' | 'family_name'>;

function noticeMail({ email, name, family_name }: Owner, product: string, notice: MailNotice, newAddress: string): Mail {
  const { subject, what: sentence, namesAddress = false } = notices[notice];
  const what = namesAddress ? `${sentence} ${newAddress}` : sentence;
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

/**
 * A function that mails the owner of an account; `newAddress` is the new address of a changed account. It is not awaited, because the event has happened
 * whether or not the mail is sent.
 */
export type MailNotices = (owner: Owner, notice: MailNotice, newAddress?: string) => void;

/** Creates the notices of a mailer; failures to send them are logged. */
export const createNotices =
  (mailer: Mailer, product: string): MailNotices =>
  (owner, notice, newAddress = '') =>
    void mailer.send(noticeMail(owner, product, notice, newAddress)).catch(() => undefined);
