/** Passwords as scrypt hashes, of which only a few are computed at the same time. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createSlots, type Slots } from '../platform/limits/slots.ts';

const COST = 2 ** 15;
const BLOCK = 8;
const KEY_BYTES = 32;
// scrypt needs 128 * cost * block bytes (32 MiB here); Node's default limit is exactly that, and rejects it.
const MEMORY_BYTES = 64 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost, r: BLOCK, p: 1, maxmem: MEMORY_BYTES }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** Returns a salted scrypt hash with its cost, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return `scrypt:${COST}:${salt.toString('base64')}:${key.toString('base64')}`;
}

/** Creates the slots for password hashing. A hash takes 32 MB, and one of four threads for a tenth of a second: two threads remain free for everything else. */
export const createHashingSlots = (): Slots => createSlots({ active: 2, waiting: 30, perKey: 20 });

// The hash that is used for unknown addresses, so that the response time does not reveal which accounts exist.
const NOBODY = `scrypt:${COST}:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(KEY_BYTES).toString('base64')}`;

/** Returns whether a password matches a hash; if there is no hash, it takes the same time and returns false. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, cost = '', salt = '', key = ''] = (hash ?? NOBODY).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'), Number(cost));
  const expected = Buffer.from(key, 'base64');
  return hash !== undefined && derived.length === expected.length && timingSafeEqual(derived, expected);
}
