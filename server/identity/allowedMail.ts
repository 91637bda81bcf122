/** Whether an e-mail address may sign in: by the setting, or by the mail domains of the organisations. */

import type { QueryExecutorProvider } from 'kysely';
import { mailRefusal } from '#domain/people/mailDomains';
import { readMailDomains } from '../locations/mailDomains.ts';

const ADDRESS = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/;

/** Returns whether an address belongs to a configured mail domain (`a.example,b.example`, case-insensitive). Source: GAP-02, SIGN-025. */
export function isAllowedMail(email: string, domains: string): boolean {
  const domain = ADDRESS.exec(email.trim().toLowerCase())?.[1];
  return (
    domain !== undefined &&
    domains
      .toLowerCase()
      .split(',')
      .some((allowed) => allowed.trim() === domain)
  );
}

/** Checks whether an address may sign in: by the setting, or by the domains of an organisation. */
export type MailAllowance = (email: string) => Promise<boolean>;

/** Creates the check of addresses; the organisations are read only if the setting does not allow the address. Source: MAILD1. */
export const mailAllowance =
  (store: QueryExecutorProvider, setting: string): MailAllowance =>
  async (email) =>
    isAllowedMail(email, setting) || (email.includes('@') && isAllowedMail(email, (await readMailDomains(store)).join(',')));

/** Returns the function that says why an address may not sign in; null if it may. */
export const mailRefusalOf = (store: QueryExecutorProvider, setting: string): ((email: string) => Promise<string | null>) => {
  const isAllowed = mailAllowance(store, setting);
  return async (email) => ((await isAllowed(email)) ? null : mailRefusal(email, null));
};

/** Returns what a person who runs the server has to change so that an address may sign in. */
export const refusedMailText = (email: string): string =>
  `Addresses of this domain may not use the console: add ${email.slice(email.lastIndexOf('@') + 1)} to the setting ALLOWED_MAIL_DOMAINS, here and of the server.`;
