import type { Kysely } from 'kysely';
import { createHmac, type KeyObject } from 'node:crypto';
import { demoAccounts, type DemoAccount } from './demoAccounts.ts';
import { demoPlaces } from '../../locations/seed/places.ts';
import { insertAccounts } from '../accounts.ts';
import type { IdentityTables } from '../tables.ts';
import type { Keys } from '../keys/signingKeys.ts';
import { hashPassword } from '../password.ts';
import { sealTotp } from '../secondFactor/sealedTotp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
// Words for demo passwords: four of them and a number are easy to type from a terminal and strong enough for a demo on loopback.
const WORDS =
  'acorn amber apple aster basil beech birch bloom bramble cedar cherry chive clover coral cress daisy dill elder fennel fern fig flax garlic ' +
  'ginger hazel heath holly hop iris ivy juniper kale larch laurel lemon lilac lily lime linden lupin maple melon mint moss myrtle nettle oak ' +
  'olive orchid peony pear pepper pine plum poppy quince radish rose rowan sage sorrel thyme tulip violet';
const words = WORDS.split(' ');

/** Creates the function that derives demo secrets from the database's own keys: the same at every start of one database, different between databases. */
function secretsOf(keys: Keys): (label: string) => string {
  const key = keys.cookie_keys.join('');
  return (label) => {
    const bytes = [...createHmac('sha256', key).update(label).digest()];
    if (label.startsWith('totp:')) return bytes.map((byte) => BASE32[byte % BASE32.length] ?? 'A').join('');
    const chosen = bytes.slice(0, 4).map((byte) => words[byte % words.length]);
    return `${chosen.join('-')}-${10 + ((bytes[4] ?? 0) % 90)}`;
  };
}

/** Returns the demo accounts with the secrets of this database. */
export const peopleOf = (keys: Keys, devices: number): readonly DemoAccount[] =>
  demoAccounts(demoPlaces(devices).organisations, secretsOf(keys));

/** Adds the missing demo accounts as rows; existing accounts keep their password and second factor. */
export async function seedAccounts(database: Kysely<IdentityTables>, key: KeyObject, people: readonly DemoAccount[]): Promise<void> {
  const known = await database.selectFrom('identity_account').select('username').execute();
  const missing = people.filter(({ username }) => !known.some((row) => row.username === username));
  const rows = missing.map(async ({ username, email, name, family_name, locale, groups, password, totpSecret }) => ({
    username,
    email: email.toLowerCase(),
    name,
    family_name,
    locale,
    groups: JSON.stringify(groups),
    password_hash: await hashPassword(password),
    totp_secret: totpSecret === null ? null : sealTotp(key, username, totpSecret),
    totp_pending: null,
    totp_last_step: null,
    device_name: totpSecret === null ? null : 'Demo',
  }));
  await insertAccounts(database, await Promise.all(rows));
}
