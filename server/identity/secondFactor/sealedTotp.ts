/** TOTP secrets in stored form: how they are encrypted for their account, and decrypted. */

import type { KeyObject } from 'node:crypto';
import { openText, sealText } from '../../platform/secrets/encryption.ts';

// The same place is used to seal a pending secret and the enrolled one, since the enrolment moves the sealed text.
const placeOf = (username: string) => `totp/${username}`;

/** Returns a TOTP secret as it is stored, encrypted for its account. */
export const sealTotp = (key: KeyObject, username: string, secret: string): string => sealText(key, secret, placeOf(username));

/** Returns a stored TOTP secret in base32; null if there is none, or if it belongs to another account or key. */
export const openTotp = (key: KeyObject, username: string, stored: string | null): string | null =>
  stored === null ? null : openText(key, stored, placeOf(username));
