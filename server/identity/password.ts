import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const COST = 2 ** 15;
const BLOCK = 8;
const KEY_BYTES = 32;
// scrypt needs 128 * cost * block bytes (32 MiB here); Node's own limit is exactly that, and refuses it.
const MEMORY_BYTES = 64 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: cost, r: BLOCK, p: 1, maxmem: MEMORY_BYTES }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** A salted scrypt hash, with its cost, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return `scrypt:${COST}:${salt.toString('base64')}:${key.toString('base64')}`;
}

// For addresses nobody has: the same work is done, so that the time of an answer does not tell who exists.
const NOBODY = `scrypt:${COST}:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(KEY_BYTES).toString('base64')}`;

/** Whether a password belongs to a hash; without a hash it costs the same time and is false. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, cost = '', salt = '', key = ''] = (hash ?? NOBODY).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'), Number(cost));
  const expected = Buffer.from(key, 'base64');
  return hash !== undefined && derived.length === expected.length && timingSafeEqual(derived, expected);
}
