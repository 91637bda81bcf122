/** Sizes in bytes as text: `1.5 MB`. */

import { MISSING, numberText, roundTo } from './numbers.ts';

const THRESHOLD = 1_000;
const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in bytes with decimal units (factor 1000): `1.5 MB`. Missing or below 0: `-`. Source: RULE-056, CONST-038. */
export function dataSizeText(bytes: number | null | undefined): string {
  if (bytes == null || !Number.isFinite(bytes) || bytes < 0) return MISSING;
  // The rounded number selects the unit, so 999 999 bytes are "1 MB" and never "1 000 KB".
  const power = UNITS.findIndex((_, index) => roundTo(bytes / THRESHOLD ** index, 2) < THRESHOLD);
  const unit = power === -1 ? UNITS.length - 1 : power;
  return `${numberText(bytes / THRESHOLD ** unit)} ${UNITS[unit] ?? 'GB'}`;
}
