/** The challenge that a device signs to get a token: created for a serial, valid once and for a short time. */

import { Buffer } from 'node:buffer';
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Validity of a challenge, in ms. */
const LASTS_MS = 60_000;
const NONCE_BYTES = 16;
const KEY_BYTES = 32;
/** Prefix of a challenge, so that its signature cannot be mistaken for the signature of another text. */
const PURPOSE = 'device-token';

/** Derives the key for challenges from the credential key (HKDF), so that every instance can verify the challenges of the others. */
const challengeKey = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'challenges of devices', KEY_BYTES)));

const proofOf = (key: KeyObject, serial: string, nonce: string, ends: string): string =>
  createHmac('sha256', challengeKey(key))
    .update(JSON.stringify([serial, nonce, ends]))
    .digest('base64url');

const isEqual = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A valid challenge, its expiry, and its id, which is accepted once. */
export interface ReadChallenge {
  readonly id: string;
  readonly endsAt: Date;
}

/** Creates a challenge for a serial, even of an unknown device; nothing is stored. Source: RENEW1. */
export function createChallenge(key: KeyObject, serial: string, now: number): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const ends = (now + LASTS_MS).toString(36);
  return [PURPOSE, nonce, ends, proofOf(key, serial, nonce, ends)].join('.');
}

/** Returns a valid challenge that this server created for this serial; null for any other text. */
export function readChallenge(key: KeyObject, serial: string, challenge: string, now: number): ReadChallenge | null {
  const [purpose, nonce = '', ends = '', proof = '', ...rest] = challenge.split('.');
  if (purpose !== PURPOSE || rest.length > 0 || !isEqual(proof, proofOf(key, serial, nonce, ends))) return null;
  const endsAt = Number.parseInt(ends, 36);
  return endsAt < now ? null : { id: nonce, endsAt: new Date(endsAt) };
}
