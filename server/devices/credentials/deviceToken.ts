import { Buffer } from 'node:buffer';
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { FileAnswer } from '../../platform/http/serveFile.ts';

const DAY_MS = 86_400_000;
/** Lifetime of a token, in days. */
const LASTS_DAYS = 90;
const AUDIENCE = 'devices';
const KEY_BYTES = 32;

/** Derives the signing key of device tokens from the credential key (HKDF), so that the two differ. */
export const tokenKey = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'access tokens of devices', KEY_BYTES)));

const seconds = (ms: number) => Math.floor(ms / 1_000);

/** Creates an access token of a device, as a JSON file to install on it. The broker accepts the token as the device's password. */
export async function deviceTokenFile(key: KeyObject, serial: string, now: number): Promise<FileAnswer> {
  const endsAt = now + LASTS_DAYS * DAY_MS;
  const access_token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(serial)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(endsAt))
    .sign(tokenKey(key));
  const content = {
    device_serial: serial,
    access_token,
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(endsAt).toISOString(),
  };
  return { fileName: `${serial}_access_token.json`, type: 'application/json', body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

/** Returns whether a token is valid for this device at `now` (ms since epoch). */
export async function isTokenOf(key: KeyObject, serial: string, token: string, now: number): Promise<boolean> {
  return jwtVerify(token, tokenKey(key), { subject: serial, audience: AUDIENCE, algorithms: ['HS256'], currentDate: new Date(now) }).then(
    () => true,
    () => false,
  );
}
