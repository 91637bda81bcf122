import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the mails in the outbox of a data folder, oldest first, as text. */
export function mailsIn(dataDir: string): readonly string[] {
  const folder = path.join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

const anyLink = (mail: string): string | undefined =>
  /https?:\/\/\S+?\/idp\/(?:invitation|password|address)\/[\w-]{43}/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0];

/** Returns the link of an account in a mail, with soft line breaks removed. */
export function linkIn(mail: string): string {
  const found = anyLink(mail);
  if (found === undefined) throw new Error('no link in the mail');
  return found;
}

/** Returns the link in the newest mail that has one: a notice, which nobody waits for, may be written behind it. */
export const newestLinkIn = (dataDir: string): string => linkIn(mailsIn(dataDir).findLast((mail) => anyLink(mail) !== undefined) ?? '');
