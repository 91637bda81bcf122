/** Counts the failed sign-ins of an account, which the next sign-in shows, and mails the owner. */

import { sql, type Kysely } from 'kysely';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { VOID_AFTER_MS } from '../../platform/steadyClock.ts';
import type { Account } from '../accounts.ts';
import { html } from '../pages/safeHtml.ts';
import type { IdentityTables } from '../tables.ts';

/** Minimum number of failed sign-ins since the last successful one for which the next sign-in shows the count; fewer are assumed to be typing errors. */
export const SHOWN_FROM = 5;
/** Number of failures after which a mail is sent, at most once a day. */
const MAILED_FROM = 10;
const MAILED_EVERY_MS = 24 * 3_600_000;

interface FailureParts {
  readonly database: Kysely<IdentityTables>;
  readonly mailer: Mailer;
  readonly product: string;
  readonly now: () => number;
}

/** The counter of the failed sign-ins of accounts, which notifies their owners. */
export interface FailedSignIns {
  /** Counts a failure for a known address; takes the same time for an unknown address, which it ignores. */
  readonly note: (email: string) => Promise<void>;
  /** Returns the count since the last sign-in and resets it. */
  readonly takeCount: (username: string) => Promise<number>;
}

function warning({ email, name, family_name }: Pick<Account, 'email' | 'name' | 'family_name'>, product: string, count: number): Mail {
  const hello = `Hello ${name} ${family_name},`;
  const what = `${count} sign-ins with your email address failed at ${product} since you last signed in.`;
  const advice =
    'If this was not you, somebody tries to guess your password. A browser in which you signed in before still lets you in; others wait up to 15 minutes.';
  return {
    to: { name: `${name} ${family_name}`, address: email },
    subject: `Failed sign-ins at ${product}`,
    text: [hello, what, advice].join('\n\n').concat('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <body>
          <p>${hello}</p>
          <p>${what}</p>
          <p>${advice}</p>
        </body>
      </html>`.text,
  };
}

/** Returns the account if a mail is due now; of several concurrent failures, only one receives the account. */
const takeMail = (database: Kysely<IdentityTables>, email: string, now: number) =>
  database
    .updateTable('identity_account')
    .set({ failures_mailed_at: new Date(now) })
    .where('email', '=', email)
    .where('status', '=', 'ACTIVE')
    .where('failed_sign_ins', '>=', MAILED_FROM)
    .where((where) =>
      where.or([
        where('failures_mailed_at', 'is', null),
        where('failures_mailed_at', '<=', new Date(now - MAILED_EVERY_MS)),
        where('failures_mailed_at', '>', new Date(now + VOID_AFTER_MS)),
      ]),
    )
    .returning(['email', 'name', 'family_name', 'failed_sign_ins'])
    .executeTakeFirst();

/** Creates the counter of failed sign-ins. */
export function createFailedSignIns({ database, mailer, product, now }: FailureParts): FailedSignIns {
  return {
    note: async (given) => {
      const email = given.trim().toLowerCase();
      await database
        .updateTable('identity_account')
        .set({ failed_sign_ins: sql<number>`failed_sign_ins + 1` })
        .where('email', '=', email)
        .execute();
      const due = await takeMail(database, email, now());
      // The mail is not awaited, because the time taken to send it would reveal that the account exists.
      if (due !== undefined) void mailer.send(warning(due, product, due.failed_sign_ins)).catch(() => undefined);
    },
    takeCount: async (username) => {
      const { failed_sign_ins } = await database
        .selectFrom('identity_account')
        .select('failed_sign_ins')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      await database.updateTable('identity_account').set({ failed_sign_ins: 0 }).where('username', '=', username).execute();
      return failed_sign_ins;
    },
  };
}
