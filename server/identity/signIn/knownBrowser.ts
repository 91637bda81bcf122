import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MOUNT } from '../scopes.ts';

/** Cookie of a browser in which somebody signed in: a mark (`id.signature`) per account, newest first. */
const COOKIE = 'orangery_browser';
const LIFE_SECONDS = 365 * 24 * 3_600;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;
const BETWEEN = '~';
/** Maximum number of accounts in the cookie of a browser; the account with the oldest sign-in is dropped. */
const MAX_ACCOUNTS = 8;

/** The signer and verifier of the cookie that makes a browser known to the accounts that signed in with it. */
export interface KnownBrowsers {
  /** Returns the id of the browser, if it is known to the account; null otherwise. */
  readonly idOf: (cookies: string | undefined, email: string) => string | null;
  /** Returns the `Set-Cookie` header that makes a browser known to an account, and keeps it known to the other accounts in `cookies`. Source: LOGIN15. */
  readonly remember: (cookies: string | undefined, email: string) => string;
}

interface Mark {
  readonly id: string;
  readonly signature: string;
}

/** Returns the marks of a `Cookie` header, unverified. */
function marksIn(cookies: string | undefined): readonly Mark[] {
  const values = (cookies ?? '').split(';').map((part) => part.trim());
  const value = values.find((part) => part.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  return value
    .split(BETWEEN, MAX_ACCOUNTS)
    .map((mark) => FORM.exec(mark))
    .flatMap((found) => (found === null ? [] : [{ id: found[1] ?? '', signature: found[2] ?? '' }]));
}

/** Creates the signer and verifier. The first key signs; signatures of all keys are accepted. */
export function createKnownBrowsers(keys: readonly string[], isSecure: boolean): KnownBrowsers {
  const sign = (key: string, id: string, email: string) =>
    createHmac('sha256', key).update(`known browser\n${id}\n${email.trim().toLowerCase()}`).digest('base64url');
  const isOf = ({ id, signature }: Mark, email: string) =>
    keys.some((key) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(key, id, email))));
  return {
    idOf: (cookies, email) => marksIn(cookies).find((mark) => isOf(mark, email))?.id ?? null,
    remember: (cookies, email) => {
      const id = randomBytes(16).toString('base64url');
      const others = marksIn(cookies).filter((mark) => !isOf(mark, email));
      const marks = [{ id, signature: sign(keys[0] ?? '', id, email) }, ...others].slice(0, MAX_ACCOUNTS);
      const value = marks.map((mark) => `${mark.id}.${mark.signature}`).join(BETWEEN);
      return `${COOKIE}=${value}; Path=${MOUNT}; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
}
