/** The authentication group of an organisation, its allowed mail domains, and an account as a user of the contract. */

import type { Kysely } from 'kysely';
import type { ManagedUser } from '#contract/user';
import { GROUP_REFUSAL, mailRefusal } from '#domain/people/mailDomains';
import { organisationGroups, userTypesIn } from '#domain/people/rights';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { ManagedAccount, RemovePerson } from '../identity/administration.ts';
import { isAllowedMail } from '../identity/allowedMail.ts';
import { readMailDomains } from '../locations/mailDomains.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Identity } from '../identity/identity.ts';

/** Dependencies of the user handlers. */
export interface UserDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly identity: Identity;
  readonly now: () => number;
  readonly settings: Pick<Settings, 'ALLOWED_MAIL_DOMAINS'>;
  /** Removes the data that other features keep only for this person, together with the account. */
  readonly forgetPerson: (username: string, ...removal: Parameters<RemovePerson>) => Promise<void>;
  /** Called after the groups of a person were changed, or the person was blocked (null), so that other features no longer use the former groups. */
  readonly changeAccess: (username: string, groups: readonly string[] | null) => Promise<void>;
}

/** Returns the authentication group of an organisation; null when it has no group and thus no members. Throws 404 for an unknown organisation. */
export async function readGroup(database: Kysely<Database>, organisation: string): Promise<string | null> {
  const row = await database.selectFrom('organisation').select('authentication_group').where('id', '=', organisation).executeTakeFirst();
  if (row === undefined) throw createFailure('noOrganisation');
  return row.authentication_group || null;
}

/** Returns the authentication group for a new member of an organisation. Throws 404 for an unknown organisation, 409 when it has no group. */
export async function authenticationGroupOf(database: Kysely<Database>, organisation: string): Promise<string> {
  const group = await readGroup(database, organisation);
  if (group === null) throw conflict(GROUP_REFUSAL);
  return group;
}

/**
 * Throws 409 unless each of these groups belongs to an organisation: a group that was renamed since it was read would leave its member outside. Source: GROUP2.
 */
export async function requireGroups(database: Kysely<Database>, groups: readonly string[]): Promise<void> {
  for (const group of groups) {
    const row = await database.selectFrom('organisation').select('id').where('authentication_group', '=', group).executeTakeFirst();
    if (row === undefined) throw conflict('The group of the organisation got another name in the meantime. Try again.');
  }
}

/**
 * Throws 400 for an address whose domain is allowed by neither the setting nor the organisation; the message states where the domain can be added. Accounts of
 * another provider are not checked. Source: MAILD1.
 */
export async function requireMailDomain(
  { database, settings, identity }: UserDependencies,
  email: string,
  organisation: string,
): Promise<void> {
  if (!identity.administration.managesAccounts || isAllowedMail(email, settings.ALLOWED_MAIL_DOMAINS)) return;
  if (isAllowedMail(email, (await readMailDomains(database, organisation)).join(','))) return;
  const row = await database.selectFrom('organisation').select('name').where('id', '=', organisation).executeTakeFirst();
  throw invalid(mailRefusal(email, row?.name ?? null));
}

/** Maps an account to the response; its organisation is the first one whose group it has. */
export function userOf(
  account: ManagedAccount,
  registry: Pick<OwnershipRegistry, 'organisationsOf'>,
): Required<ManagedUser> & { readonly organisation_id: string | null } {
  const { name, family_name, email, locale, groups, status, hasSecondFactor, isEnabled, createdAt, newEmail } = account;
  const [organisation_id = null] = registry.organisationsOf(organisationGroups(groups));
  return {
    name,
    family_name,
    email,
    locale,
    status,
    user_type: userTypesIn(groups)[0] ?? '',
    enabled: isEnabled,
    mfa_enabled: hasSecondFactor,
    created: createdAt?.toISOString() ?? null,
    organisation_id,
    new_email: newEmail ?? null,
  };
}
