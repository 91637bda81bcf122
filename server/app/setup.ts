/** The work of `npm run setup`: creates the first organisation and, with the embedded provider, its first administrator. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fieldTextProblem } from '#domain/text/fieldText';
import { inviteEmail, isEmail } from '#domain/people/invite';
import { isAllowedMail, refusedMailText } from '../identity/allowedMail.ts';
import type { Administration } from '../identity/administration.ts';
import { createNotices } from '../identity/mail/notices.ts';
import { embeddedAdministration } from '../identity/management/embeddedAdministration.ts';
import { withIdentityTables } from '../identity/tables.ts';
import { createOrganisation, updateOrganisation } from '../locations/saveOrganisation.ts';
import type { Audit } from '../platform/audit/audit.ts';
import { fieldChanges } from '../platform/audit/changes.ts';
import { conflict, invalid } from '../platform/failure/failure.ts';
import type { Database } from '../platform/database/tables.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Principal } from '../platform/principal.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** The first organisation and administrator of an installation. */
export interface FirstEntries {
  readonly organisation: string;
  /** Authentication group of the organisation, as the identity provider names it. */
  readonly group: string;
  readonly email: string;
  readonly name: string;
  readonly family_name: string;
}

/** Dependencies of the set-up. `now` is ms since epoch. */
export interface SetUpParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  readonly now: () => number;
  readonly audit: Audit;
}

const ADMIN_GROUP = 'user_type:system_admin';
/** The language of the first administrator, who changes it on the Account screen. */
const LOCALE = 'en-GB';

/** The caller of the set-up: a person who may run commands on the server. */
const operator: Principal = {
  username: 'setup',
  email: '',
  name: 'Set-up',
  role: 'system_admin',
  groups: [ADMIN_GROUP],
  secondFactor: true,
  expiresAt: 0,
  issuedAt: null,
  grant: null,
};
const asker = { caller: operator, scope: 'all' as const };

/** Returns whether anybody has used the installation: accepted an invitation or, with an external provider, left a line in the audit record. */
async function isUsed({ database, settings }: SetUpParts): Promise<boolean> {
  if (settings.OIDC_ISSUER !== undefined)
    return (
      (await database.selectFrom('audit').select('id').where('who', '<>', operator.username).limit(1).executeTakeFirst()) !== undefined
    );
  const accounts = withIdentityTables(database).selectFrom('identity_account').select('username');
  return (await accounts.where('status', '=', 'ACTIVE').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the organisation of an earlier set-up that has not been used yet; undefined for an empty installation. Throws when the installation is in use. */
async function unusedOrganisation(parts: SetUpParts): Promise<string | undefined> {
  const rows = await parts.database.selectFrom('organisation').select(['id', 'name']).limit(2).execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  if (rows.length > 1 || (await isUsed(parts)))
    throw conflict(
      `There is an organisation already, ${first.name}, and somebody has signed in: the screens do the rest. ` +
        'Who is locked out runs npm run setup -- --recover ADDRESS',
    );
  return first.id;
}

const nobody = () => Promise.resolve({ all: 0, active: 0 });

/** Creates the organisation, or changes the one that an earlier set-up created. `accounts` is null with an external provider. Returns the undo function. */
async function saveOrganisation(
  parts: SetUpParts,
  { organisation, group }: FirstEntries,
  accounts: Administration | null,
): Promise<() => Promise<void>> {
  const { database } = parts;
  const body = { name: organisation, authentication_group: group };
  const known = await unusedOrganisation(parts);
  if (known !== undefined) {
    // The only member of the organisation is the administrator, who is invited again.
    await updateOrganisation(database, asker, { id: known, body, renameGroup: () => Promise.resolve(), peopleIn: nobody });
    return () => Promise.resolve();
  }
  const { id } = await createOrganisation(database, asker, { body, makesGroup: false, peopleIn: accounts?.peopleIn ?? nobody });
  return async () => void (await database.deleteFrom('organisation').where('id', '=', id).execute());
}

/** Invites the administrator; the invitation of an earlier set-up is revoked. */
async function inviteAdmin(accounts: Administration, { email, name, family_name, group }: FirstEntries): Promise<void> {
  const address = inviteEmail(email);
  for (const account of await accounts.inGroup(ADMIN_GROUP)) await accounts.revoke(account);
  await accounts.invite({ email: address, name, family_name, locale: LOCALE, groups: [ADMIN_GROUP, group] });
}

/** Throws for an invalid entry, before anything is written. */
function check({ settings }: SetUpParts, { email, name, family_name }: FirstEntries): void {
  const problem = [
    fieldTextProblem(name, { label: 'First name', isRequired: true }),
    fieldTextProblem(family_name, { label: 'Family name', isRequired: true }),
    isEmail(inviteEmail(email)) ? undefined : 'Email address is not valid.',
  ].find((text) => text !== undefined);
  if (problem !== undefined) throw invalid(problem);
  if (!isAllowedMail(inviteEmail(email), settings.ALLOWED_MAIL_DOMAINS)) throw invalid(refusedMailText(inviteEmail(email)));
}

/** Creates the account management of the embedded provider, with its mails. */
function embeddedAccounts({ settings, database, now }: SetUpParts): Administration {
  const mailer = createMailer(settings, now, () => undefined);
  const notify = createNotices(mailer, settings.PRODUCT);
  return embeddedAdministration({ database: withIdentityTables(database), mailer, settings, now, revoked: () => undefined, notify });
}

/** Writes the audit entry of the set-up: the invited person and the organisation. */
const record = ({ audit, now }: SetUpParts, { organisation, group, email }: FirstEntries): Promise<void> =>
  audit.append({
    at: now(),
    who: operator.username,
    role: null,
    call: 'setup',
    params: { email: inviteEmail(email) },
    requestId: randomUUID(),
    status: 200,
    changes: fieldChanges(null, { name: organisation, authentication_group: group }),
  });

/**
 * Creates the first organisation and, with the embedded provider, its first administrator, who gets an invitation. The set-up can be repeated with other
 * entries until somebody has signed in. Returns the next steps, as lines. Throws if the installation is already in use, and for the first invalid entry.
 */
export async function setUp(parts: SetUpParts, first: FirstEntries): Promise<readonly string[]> {
  const { settings } = parts;
  const { email, group } = first;
  check(parts, first);
  const created = `Organisation "${first.organisation}" with the authentication group "${group}".`;
  const accounts = settings.OIDC_ISSUER === undefined ? embeddedAccounts(parts) : null;
  const undo = await saveOrganisation(parts, first, accounts);
  if (accounts === null) {
    await record(parts, first);
    const at = settings.OIDC_ADMIN_URL ?? settings.OIDC_ISSUER ?? '';
    return [
      created,
      `At the identity provider (${at}) put ${email} in the groups "${ADMIN_GROUP}" and "${group}", then sign in at ${settings.publicUrl}.`,
    ];
  }
  try {
    await inviteAdmin(accounts, first);
    await record(parts, first);
  } catch (error) {
    // Everything that the set-up has written is undone, so that it can be repeated.
    await undo();
    throw error;
  }
  const where = settings.SMTP_URL === undefined ? `as a file in ${settings.DATA_DIR}/outbox (.eml, its text as .txt)` : 'by mail';
  return [
    created,
    `Administrator ${email}: the invitation is sent ${where}; its link counts once and for 7 days, while the server runs.`,
    'Was an entry wrong, or is the link over? Run it again: it may be repeated until somebody has signed in.',
  ];
}
