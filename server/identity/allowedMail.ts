/** Checks whether an e-mail address may sign in, by the setting or the mail domains of the organisations, and returns the reason if it may not. */

import type { QueryExecutorProvider } from 'kysely';
import { mailRefusal } from '#domain/people/mailDomains';
import { organisationGroups, roleOf, seesEverything } from '#domain/people/rights';
import { readDomainsByGroups, readMailDomains } from '../locations/mailDomains.ts';

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

/** The check whether an address may sign in: by the setting, or by the mail domains of an organisation. */
export type MailAllowance = (email: string) => Promise<boolean>;

/** Creates the check of addresses; the organisations are read only if the setting does not allow the address. Source: MAILD1. */
export const mailAllowance =
  (store: QueryExecutorProvider, setting: string): MailAllowance =>
  async (email) =>
    isAllowedMail(email, setting) || (email.includes('@') && isAllowedMail(email, (await readMailDomains(store)).join(',')));

/** Returns a function that returns the reason why an address may not sign in; null if it may. */
export const mailRefusalOf = (store: QueryExecutorProvider, setting: string): ((email: string) => Promise<string | null>) => {
  const isAllowed = mailAllowance(store, setting);
  return async (email) => ((await isAllowed(email)) ? null : mailRefusal(email, null));
};

/**
 * Returns a function that returns the reason why an account with these groups may not get an address; null if it may: each of its organisations must allow the
 * domain. Source: NEWMAIL1, NEWMAIL9.
 */
export function newAddressRefusalOf(
  store: QueryExecutorProvider,
  setting: string,
): (email: string, groups: readonly string[]) => Promise<string | null> {
  const signInRefusal = mailRefusalOf(store, setting);
  return async (email, groups) => {
    if (isAllowedMail(email, setting)) return null;
    const refusal = await signInRefusal(email);
    // Staff belong to no organisation, so only the first check applies.
    if (refusal !== null || seesEverything(roleOf(groups))) return refusal;
    const organisations = await readDomainsByGroups(store, organisationGroups(groups));
    const refusing = organisations.find(({ domains }) => !isAllowedMail(email, domains.join(',')));
    return refusing === undefined ? null : mailRefusal(email, refusing.name);
  };
}

/** Returns the instruction for the person who runs the server: the change by which an address may sign in. */
export const refusedMailText = (email: string): string =>
  `Addresses of this domain may not use the console: add ${email.slice(email.lastIndexOf('@') + 1)} to the setting ALLOWED_MAIL_DOMAINS, here and of the server.`;
