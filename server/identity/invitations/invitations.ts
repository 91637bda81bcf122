import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { mailRefusal } from '#domain/people/mailDomains';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { conflict, invalid } from '../../platform/failure/failure.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { findAccount, insertAccounts, shareGroupNames } from '../accounts.ts';
import type { Administration, NewAccount } from '../administration.ts';
import { mailAllowance } from '../allowedMail.ts';
import type { IdentityTables } from '../tables.ts';
import { createLink, endLinks, replaceLinks } from './invitationLinks.ts';
import { invitationMail } from '../mail/invitationMail.ts';
import { MOUNT } from '../scopes.ts';

/** Dependencies of invitations. */
export interface InvitationParts {
  readonly database: Kysely<IdentityTables>;
  readonly mailer: Mailer;
  readonly settings: Pick<Settings, 'PRODUCT' | 'COMPANY' | 'ALLOWED_MAIL_DOMAINS' | 'publicUrl'>;
  readonly now: () => number;
}

const taken = () => createFailure('accountExists');
const notInvited = () => conflict('This person has accepted the invitation already.');

/** Converts a text to the characters of user names: "Chloé" becomes "chloe". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

const usernameOf = ({ name, family_name }: NewAccount) =>
  [plain(name), plain(family_name)].filter((part) => part !== '').join('.') || 'person';

/** Adds an invited account under a unique user name and returns the name. Of two concurrent invitations of one address, only one succeeds. */
async function addAccount({ database, now }: InvitationParts, person: NewAccount): Promise<string> {
  const isFormer = (username: string) =>
    database.selectFrom('identity_former_username').select('username').where('username', '=', username).executeTakeFirst();
  const add = async (username: string) => {
    if ((await isFormer(username)) !== undefined) return null;
    const account = {
      ...person,
      username,
      groups: JSON.stringify(person.groups),
      status: 'INVITED' as const,
      created_at: new Date(now()),
      password_hash: null,
      totp_secret: null,
      totp_pending: null,
      totp_last_step: null,
      device_name: null,
    };
    const added = await database.transaction().execute(async (tx) => {
      await shareGroupNames(tx);
      return insertAccounts(tx, [account]);
    });
    return added === 1 ? username : null;
  };
  const wanted = usernameOf(person);
  const username = await add(wanted);
  if (username !== null) return username;
  if ((await findAccount(database, person.email)) !== undefined) throw taken();
  // The user name is taken, so a random suffix makes it unique.
  const other = await add(`${wanted}-${randomBytes(4).toString('hex')}`);
  if (other === null) throw taken();
  return other;
}

/** Deletes an account whose invitation is not accepted yet. Returns whether it existed. */
async function removeInvited(database: Kysely<IdentityTables>, username: string): Promise<boolean> {
  const deleted = await database
    .deleteFrom('identity_account')
    .where('username', '=', username)
    .where('status', '=', 'INVITED')
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

async function sendLink({ mailer, settings }: InvitationParts, person: Pick<NewAccount, 'email' | 'name' | 'family_name'>, token: string) {
  const link = new URL(`${MOUNT}/invitation/${token}`, settings.publicUrl).href;
  await mailer.send(invitationMail({ person, link, product: settings.PRODUCT, company: settings.COMPANY }));
}

/** Creates the functions that invite a person by mail, send the invitation again, and revoke it. */
export function invitations(parts: InvitationParts): Pick<Administration, 'invite' | 'resend' | 'revoke'> {
  const { database, now } = parts;
  const isAllowed = mailAllowance(database, parts.settings.ALLOWED_MAIL_DOMAINS);
  return {
    invite: async (person) => {
      if (!(await isAllowed(person.email))) throw invalid(mailRefusal(person.email, null));
      const username = await addAccount(parts, person);
      const { token } = await createLink(database, username, now());
      try {
        await sendLink(parts, person, token);
      } catch (error) {
        // If the mail cannot be sent, the account is removed, so that the same person can be invited again.
        await removeInvited(database, username);
        await endLinks(database, username);
        throw error;
      }
    },
    resend: async (account) => {
      if (account.status !== 'INVITED') throw notInvited();
      const { token, hash } = await createLink(database, account.username, now());
      try {
        await sendLink(parts, account, token);
      } catch (error) {
        // The new link is removed, so that the previous one remains valid.
        await database.deleteFrom('identity_invitation').where('token_hash', '=', hash).execute();
        throw error;
      }
      await replaceLinks(database, account.username, hash);
      const newest = database
        .selectFrom('identity_invitation')
        .select('token_hash')
        .where('token_hash', '=', hash)
        .where('ended', 'is', null);
      // The second factor on the page of the earlier link is dropped, because everybody who opened that link knows it.
      await database
        .updateTable('identity_account')
        .set({ totp_pending: null })
        .where('username', '=', account.username)
        .where('status', '=', 'INVITED')
        .where((where) => where.exists(newest))
        .execute();
    },
    revoke: async ({ username }) => {
      if (!(await removeInvited(database, username))) throw notInvited();
      await endLinks(database, username);
    },
  };
}
