/** Durations as text: `hh:mm:ss`, the length "3 h 12 min", and the age "48 s". */

import { MISSING } from './numbers.ts';

const two = (part: number) => String(part).padStart(2, '0');

/** Formats seconds as `hh:mm:ss`, rounded down; hours may exceed two digits, negative values count as 0. Missing: `-`. Source: RULE-054. */
export function durationText(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds)) return MISSING;
  const whole = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/**
 * Formats the length of a recording like an age, rounded to the second: a recording that lasts just under five minutes shows five. A negative length is `0 s`.
 */
export const lengthText = (lengthMs: number): string => ageText(Math.round(lengthMs / 1_000) * 1_000);

/** Formats an age in at most two units: `48 s`, `12 min`, `3 h 12 min`, `2 d 5 h`. A negative age is `0 s`, an infinite one `-`. Source: AGE1. */
export function ageText(ageMs: number): string {
  if (!Number.isFinite(ageMs)) return MISSING;
  const seconds = Math.max(0, Math.floor(ageMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const wholeHours = Math.floor(minutes / 60);
  if (wholeHours < 24) return `${wholeHours} h ${minutes % 60} min`;
  return `${Math.floor(wholeHours / 24)} d ${wholeHours % 24} h`;
}
