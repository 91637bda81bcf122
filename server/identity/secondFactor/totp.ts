/** Time-based one-time codes (TOTP): the secret, its `otpauth:` URI, the code at an instant, and the 30 s step of a code. */

import { Secret, TOTP } from 'otpauth';

/** ASCII digits: the library fails for other digits, which have more bytes. */
const CODE = /^[0-9]{6}$/;
const STEP_SECONDS = 30;
/** Length of a step, in ms: an authenticator app shows a code for this time. */
export const STEP_MS = STEP_SECONDS * 1_000;
const SECRET_BYTES = 20;

const totpOf = (secret: string, label?: { readonly issuer: string; readonly email: string }) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    period: STEP_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
    ...(label === undefined ? {} : { issuer: label.issuer, label: label.email }),
  });

/** Returns a new base32 secret of 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth:` URI for the QR image. */
export const totpAddress = (secret: string, issuer: string, email: string): string => totpOf(secret, { issuer, email }).toString();

/** Returns the code that an authenticator app shows at an instant (ms since epoch). */
export const totpCode = (secret: string, at: number): string => totpOf(secret).generate({ timestamp: at });

/** Returns the 30 s step of a code, at most one step from the current one because clocks differ; null for a wrong or malformed code. */
export function totpStep(secret: string, code: string, at: number): number | null {
  if (!CODE.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? null : Math.floor(at / 1000 / STEP_SECONDS) + delta;
}
