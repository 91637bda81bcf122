/** TOTP secrets as they are stored: encrypted for their account, and opened. */

import type { KeyObject } from 'node:crypto';
import { openText, sealText } from '../../platform/secrets/encryption.ts';

// A pending secret and the enrolled one are sealed for the same place, since the enrolment moves the sealed text.
const placeOf = (username: string) => `totp/${username}`;

/** Returns a TOTP secret as it is stored, encrypted for its account. */
export const sealTotp = (key: KeyObject, username: string, secret: string): string => sealText(key, secret, placeOf(username));

/** Returns a stored TOTP secret in base32; null for none, and for one of another account or key. */
export const openTotp = (key: KeyObject, username: string, stored: string | null): string | null =>
  stored === null ? null : openText(key, stored, placeOf(username));
