import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

const totpOf = (secret: string, label?: { readonly issuer: string; readonly email: string }) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    period: STEP_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
    ...(label === undefined ? {} : { issuer: label.issuer, label: label.email }),
  });

/** A new base32 secret of 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator app reads from the QR image. */
export const totpAddress = (secret: string, issuer: string, email: string): string => totpOf(secret, { issuer, email }).toString();

/** The code an authenticator app shows at an instant (ms since epoch). */
export const totpCode = (secret: string, at: number): string => totpOf(secret).generate({ timestamp: at });

/** The 30 s step a code belongs to, at most one step from now (clocks differ); null for a wrong code. */
export function totpStep(secret: string, code: string, at: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? null : Math.floor(at / 1000 / STEP_SECONDS) + delta;
}
