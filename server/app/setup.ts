import type { Kysely } from 'kysely';
import { fieldTextProblem } from '#domain/text/fieldText';
import type { Principal } from '../platform/principal.ts';
import { embeddedAdministration } from '../identity/invitations/invitations.ts';
import { withIdentityTables } from '../identity/provider/embeddedProvider.ts';
import { createOrganisation, updateOrganisation } from '../locations/saveOrganisation.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict, invalid } from '../platform/failure.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Settings } from '../platform/settings.ts';

/** The first organisation and administrator of an installation. */
export interface FirstEntries {
  readonly organisation: string;
  /** Authentication group of the organisation, as the identity provider names it. */
  readonly group: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
}

const ADMIN_GROUP = 'user_type:system_admin';

/** The caller of the set-up: whoever may run commands on the server. */
const operator: Principal = {
  username: 'setup',
  email: '',
  name: 'Set-up',
  role: 'system_admin',
  groups: [ADMIN_GROUP],
  secondFactor: true,
  expiresAt: 0,
  grant: null,
};

/** Creates the organisation and returns its id. */
async function addOrganisation(database: Kysely<Database>, { organisation, group }: FirstEntries): Promise<string> {
  const known = await database.selectFrom('organisation').select('name').limit(1).executeTakeFirst();
  if (known !== undefined) throw conflict(`There is an organisation already, ${known.name}: sign in, the screens do the rest.`);
  const asker = { caller: operator, scope: 'all' as const };
  const { id } = await createOrganisation(database, asker, { name: organisation });
  await updateOrganisation(database, asker, id, { authentication_group: group });
  return id;
}

/**
 * Creates the first organisation, and at the embedded provider the first administrator, who gets an invitation. Returns what is left to do, as lines.
 * Throws when there is an organisation already, or with the first wrong entry.
 */
export async function setUp(
  { settings, database, now }: { readonly settings: Settings; readonly database: Kysely<Database>; readonly now: () => number },
  first: FirstEntries,
): Promise<readonly string[]> {
  const { email, name, family_name, group } = first;
  const unsound = [
    fieldTextProblem(name, { label: 'First name', isRequired: true }),
    fieldTextProblem(family_name, { label: 'Family name', isRequired: true }),
  ].find((problem) => problem !== undefined);
  if (unsound !== undefined) throw invalid(unsound);
  const created = `Organisation "${first.organisation}" with the authentication group "${group}".`;
  if (settings.OIDC_ISSUER !== undefined) {
    await addOrganisation(database, first);
    const at = settings.OIDC_ADMIN_URL ?? settings.OIDC_ISSUER;
    return [
      created,
      `At the identity provider (${at}) put ${email} in the groups "${ADMIN_GROUP}" and "${group}", then sign in at ${settings.publicUrl}.`,
    ];
  }
  const mailer = createMailer(settings, now, () => undefined);
  const accounts = embeddedAdministration({ database: withIdentityTables(database), mailer, settings, now });
  const id = await addOrganisation(database, first);
  try {
    await accounts.invite({ email: email.toLowerCase(), name, family_name, locale: 'en', groups: [ADMIN_GROUP, group] });
  } catch (error) {
    // Nothing is left of it, so that it can be repeated.
    await database.deleteFrom('organisation').where('id', '=', id).execute();
    throw error;
  }
  const where = settings.SMTP_URL === undefined ? `as a file in ${settings.DATA_DIR}/outbox` : 'by mail';
  return [created, `Administrator ${email}: the invitation is sent ${where}; its link counts once and for 7 days, while the server runs.`];
}
