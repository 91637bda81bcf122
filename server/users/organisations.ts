import type { Kysely } from 'kysely';
import type { ManagedUser } from '#contract/user';
import { organisationGroups, userTypesIn } from '#domain/people/rights';
import type { Database } from '../platform/database/tables.ts';
import { conflict, notFound } from '../platform/failure.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import type { ManagedAccount } from '../identity/administration.ts';
import type { Identity } from '../identity/identity.ts';

/** Dependencies of the user handlers. */
export interface UserDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly identity: Identity;
  readonly now: () => number;
}

/** Returns the authentication group of an organisation. Throws 404 for an unknown organisation, 409 when it has no group and thus no members. */
export async function groupOf(database: Kysely<Database>, organisation: string): Promise<string> {
  const row = await database.selectFrom('organisation').select('authentication_group').where('id', '=', organisation).executeTakeFirst();
  if (row === undefined) throw notFound('no such organisation');
  if (row.authentication_group === null || row.authentication_group === '') {
    throw conflict(
      'This organisation has no authentication group: nobody can be its user. A system admin gives it one under Maps, Organisations.',
    );
  }
  return row.authentication_group;
}

/** Maps an account to the response; its organisation is the first one whose group it has. */
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
    created: createdAt.toISOString(),
    organisation_id,
  };
}
