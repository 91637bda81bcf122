/** The second factor: the name of the authenticator, its six-digit code, and its key. */

import { fieldTextProblem } from '../text/fieldText.ts';
import { typedCode } from './typedAddress.ts';

/** Returns why the typed name of the authenticator (which may be '') is invalid; undefined if it is valid. Source: NAME1. */
export const authenticatorNameProblem = (typed: string): string | undefined => fieldTextProblem(typed, { label: 'Device name' });

/** Checks whether a typed code has six digits. Source: GAP-38. */
export const isWholeCode = (typed: string): boolean => /^\d{6}$/.test(typedCode(typed));

/** Returns the key in an `otpauth:` URI in groups of four; null if there is none. */
export function totpKeyOf(address: string | undefined): string | null {
  const secret = /^otpauth:[^?]*\?(?:.*&)?secret=([A-Z2-7]+)/i.exec(address ?? '')?.[1];
  return secret?.match(/.{1,4}/g)?.join(' ') ?? null;
}
