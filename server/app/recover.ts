import { randomUUID, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { inviteEmail } from '#domain/people/invite';
import { organisationGroups } from '#domain/people/rights';
import { findAccount } from '../identity/accounts.ts';
import { mailAllowance, refusedMailText } from '../identity/allowedMail.ts';
import { endSignIns } from '../identity/endSignIns.ts';
import { endAddressLinks } from '../identity/management/addressLinks.ts';
import { createLink, replaceLinks } from '../identity/invitations/invitationLinks.ts';
import { MOUNT } from '../identity/scopes.ts';
import { forgetAttemptsAt, forgetAttemptsAtLinks } from '../identity/secondFactor/attemptLimit.ts';
import { type IdentityTables, withIdentityTables } from '../identity/tables.ts';
import { createAudit } from '../platform/audit/audit.ts';
import type { AuditHead } from '../platform/audit/headFile.ts';
import { auditKey } from '../platform/audit/chain.ts';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure/failure.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** Dependencies of a recovery. `now` is ms since epoch. */
export interface RecoveryParts {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  /** Seals the audit record. */
  readonly credentialKey: KeyObject;
  readonly now: () => number;
  /** Called with the last line of the audit record. */
  readonly onAuditEnd: (end: AuditHead) => void;
}

const ADMIN_GROUP = 'user_type:system_admin';

async function admins(database: Kysely<IdentityTables>): Promise<string> {
  const rows = await database.selectFrom('identity_account').select(['email', 'groups']).orderBy('email').execute();
  const found = rows.flatMap(({ email, groups }) => (groups.includes(ADMIN_GROUP) ? [email] : []));
  return found.length === 0 ? 'there is no system admin' : `the system admins are ${found.join(', ')}`;
}

/**
 * Recovers a locked-out account by `npm run setup`: makes it a system admin, ends its sign-ins, and creates a link of the fitting purpose. It is the last
 * resort of an owner who has lost the password or second factor, or was blocked, and may run commands on the server. Writes a line to the audit record. Returns
 * the next steps as lines, with the link, which is shown only here, and the change that is necessary if the address may not sign in. Throws for an unknown
 * address, and for an external provider, which keeps the accounts.
 */
export async function recover(parts: RecoveryParts, given: string): Promise<readonly string[]> {
  const { settings, credentialKey, now, onAuditEnd } = parts;
  if (settings.OIDC_ISSUER !== undefined)
    throw conflict(`The identity provider keeps the accounts: recover ${given} at ${settings.OIDC_ADMIN_URL ?? settings.OIDC_ISSUER}`);
  const database = withIdentityTables(parts.database);
  const email = inviteEmail(given);
  const account = await findAccount(database, email);
  if (account === undefined || !email.includes('@')) throw conflict(`There is no account ${email}: ${await admins(database)}.`);
  const { username } = account;
  const purpose = account.status === 'INVITED' ? 'invitation' : 'password';
  const { token, hash } = await database.transaction().execute(async (tx) => {
    const groups = JSON.stringify([ADMIN_GROUP, ...organisationGroups(account.groups)]);
    await tx
      .updateTable('identity_account')
      .set({ groups, disabled_at: null, totp_secret: null, totp_pending: null, totp_last_step: null, device_name: null })
      .where('username', '=', username)
      .execute();
    await endSignIns(tx, username);
    // The link of the recovery must work even after wrong codes at earlier links.
    await forgetAttemptsAt(tx, account.email);
    await forgetAttemptsAtLinks(tx, username);
    return createLink(tx, username, now(), purpose);
  });
  await replaceLinks(database, username, hash);
  await endAddressLinks(database, username);
  const audit = createAudit({ database: parts.database, key: auditKey(credentialKey), onEnd: onAuditEnd });
  const line = { at: now(), who: 'setup', role: null, call: 'setup --recover', params: { email }, requestId: randomUUID(), status: 200 };
  await audit.append(line);
  const mayUse = await mailAllowance(parts.database, settings.ALLOWED_MAIL_DOMAINS)(email);
  return [
    `${email} is a system admin without a second factor, signed out everywhere.`,
    `Open ${new URL(`${MOUNT}/${purpose}/${token}`, settings.publicUrl).href} once, while the server runs, to choose a password; then log in.`,
    ...(mayUse ? [] : [`Before that: ${refusedMailText(email)}`]),
  ];
}
