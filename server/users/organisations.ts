/** The authentication group of an organisation, its allowed mail domains, and an account as a user of the contract. */

import type { Kysely } from 'kysely';
import type { ManagedUser } from '#contract/user';
import { GROUP_REFUSAL, mailRefusal } from '#domain/people/mailDomains';
import { organisationGroups, userTypesIn } from '#domain/people/rights';
import type { Database } from '../platform/database/tables.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { ManagedAccount } from '../identity/administration.ts';
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
  /** Removes what other features keep for a person alone, with the account: both or neither, so that a failed deletion can be tried again. */
  readonly forgetPerson: (username: string, removeAccount: () => Promise<void>) => Promise<void>;
  /** Called after the groups of a person were changed, or the person was blocked (null), so that other features send nothing by the former groups. */
  readonly changeAccess: (username: string, groups: readonly string[] | null) => Promise<void>;
}

/** Returns the authentication group of an organisation. Throws 404 for an unknown organisation, 409 when it has no group and thus no members. */
export async function authenticationGroupOf(database: Kysely<Database>, organisation: string): Promise<string> {
  const row = await database.selectFrom('organisation').select('authentication_group').where('id', '=', organisation).executeTakeFirst();
  if (row === undefined) throw createFailure('noOrganisation');
  if (row.authentication_group === null || row.authentication_group === '') {
    throw conflict(GROUP_REFUSAL);
  }
  return row.authentication_group;
}

/**
 * Throws 400 for an address whose domain is allowed by neither the setting nor the organisation; the message says where it can be added. Accounts of another
 * provider are not checked. Source: MAILD1.
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

/** Maps an account to the response; its organisation is the first one of whose group it is a member. */
export function userOf(
  account: ManagedAccount,
  registry: Pick<OwnershipRegistry, 'organisationsOf'>,
): Required<ManagedUser> & { readonly organisation_id: string | null } {
  const { name, family_name, email, locale, groups, status, hasSecondFactor, isEnabled, createdAt } = account;
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
  };
}
