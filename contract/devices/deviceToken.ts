/** The renewal of a device's access token with its private key: challenge, signature, token. Not part of the console's API. */

import { instant, z } from '../schema.ts';

/**
 * The paths of the calls by which a device renews its access token. They are at the origin of the server and not part of the console's API. Source: RENEW1.
 */
export const deviceTokenPaths = { challenge: '/device-token/challenge', token: '/device-token' } as const;

const serial = z.string().check(z.minLength(1), z.maxLength(100));

/** The body of `POST /device-token/challenge`. */
export const challengeRequest = z.object({ serial });

/** A challenge: a text that this device may use once within 60 s. The server also returns one for an unknown serial. */
export const challengeAnswer = z.object({ challenge: z.string() });

/**
 * The body of `POST /device-token`. `signature`: base64 or base64url of the signature over the bytes of `challenge`, made with the private key of the device's
 * credentials. RSA2048: PKCS #1 v1.5 with SHA-256. NISTP256: ECDSA with SHA-256, as DER or as r and s of 32 bytes each. IDENTITY: Ed25519.
 */
export const tokenRequest = z.object({
  serial,
  challenge: z.string().check(z.minLength(1), z.maxLength(200)),
  signature: z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[\w+/-]+={0,2}$/, 'must be base64')),
});

/**
 * An access token of a device. `expires_in` is its lifetime in s, for devices whose clock is wrong; a device should renew the token after half of this time.
 */
export const tokenAnswer = z.object({
  device_serial: z.string(),
  access_token: z.string(),
  issued_at: instant,
  expires_at: instant,
  expires_in: z.number(),
});
/** An access token of a device. */
export type TokenAnswer = z.infer<typeof tokenAnswer>;
