/** TOTP secrets in stored form: encrypts them for their account, and decrypts them. */

import type { KeyObject } from 'node:crypto';
import { openText, sealText } from '../../platform/secrets/encryption.ts';

// Returns the place to which a sealed secret is bound: the same for a pending and an enrolled secret, because the enrolment moves the sealed text.
const placeOf = (username: string) => `totp/${username}`;

/** Returns a TOTP secret in stored form, encrypted for its account. */
export const sealTotp = (key: KeyObject, username: string, secret: string): string => sealText(key, secret, placeOf(username));

/** Returns a stored TOTP secret in base32; null if there is none, or if it belongs to another account or key. */
export const openTotp = (key: KeyObject, username: string, stored: string | null): string | null =>
  stored === null ? null : openText(key, stored, placeOf(username));
