import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MOUNT } from '../scopes.ts';

/** Cookie of a browser in which somebody signed in. */
const COOKIE = 'orangery_browser';
const LIFE_SECONDS = 365 * 24 * 3_600;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/** Signs and verifies the cookie that makes a browser known to one account. */
export interface KnownBrowsers {
  /** Returns the id of the browser, if it is known to the account; null otherwise. */
  readonly idOf: (cookies: string | undefined, email: string) => string | null;
  /** Returns the `Set-Cookie` header that makes a browser known to an account. */
  readonly remember: (email: string) => string;
}

/** Creates the reader. The first key signs; signatures of all keys are accepted. */
export function createKnownBrowsers(keys: readonly string[], isSecure: boolean): KnownBrowsers {
  const sign = (key: string, id: string, email: string) =>
    createHmac('sha256', key).update(`known browser\n${id}\n${email.trim().toLowerCase()}`).digest('base64url');
  const isSigned = (given: string, id: string, email: string) =>
    keys.some((key) => timingSafeEqual(Buffer.from(given), Buffer.from(sign(key, id, email))));
  return {
    idOf: (cookies, email) => {
      const values = (cookies ?? '').split(';').map((part) => part.trim());
      const value = values.find((part) => part.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
      const [, id = '', signature = ''] = FORM.exec(value ?? '') ?? [];
      return id !== '' && isSigned(signature, id, email) ? id : null;
    },
    remember: (email) => {
      const id = randomBytes(16).toString('base64url');
      const value = `${id}.${sign(keys[0] ?? '', id, email)}`;
      return `${COOKIE}=${value}; Path=${MOUNT}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
}
