/** Converts a value of another type to the expected one; replaces characters that PostgreSQL cannot store. */

import { z } from '#contract/schema';
import { isTooDeep } from '../../../platform/jsonDepth.ts';

type AnySchema = z.core.$ZodType;

// oxlint-disable-next-line no-control-regex -- NUL is what it looks for
const UNSTORABLE = /[\u0000\p{Surrogate}]/gu;

/** Replaces the characters of a text that PostgreSQL cannot store, NUL and lone surrogates, with the replacement character. */
export const storableText = (text: string): string => text.replace(UNSTORABLE, '\uFFFD');

/** Returns a value of any shape with storable texts and keys; undefined when it nests too deep. */
export function storableValue(value: unknown): unknown {
  if (isTooDeep(value)) return undefined;
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return storableText(part);
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part !== 'object' || part === null) return part;
    const fields = Object.entries(part).filter(([key]) => key !== '__proto__');
    return Object.fromEntries(fields.map(([key, field]) => [storableText(key), clean(field)]));
  };
  return clean(value);
}

const NO_VALUE = /^(?:|[-+]?(?:nan|inf|infinity)|null|none|n\/a)$/i;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function numbersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [null];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (NO_VALUE.test(text)) return [null];
  return NUMBER.test(text) ? [Number(text)] : [];
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const flagsOf = (value: unknown): readonly unknown[] => {
  const flag = flags.get(String(value).trim().toLowerCase());
  return flag === undefined ? [] : [flag];
};

const textsOf = (value: unknown): readonly unknown[] => (typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []);

const DATE = /^(\d{4}-\d\d-\d\d)[Tt _](\d\d:\d\d)(:\d\d)?([.,]\d+)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/;
const DIGITS = /^\d{9,19}(?:\.\d+)?$/;
/** Largest time, in the year 5000, in each unit in which an epoch time may be: seconds, ms, µs, ns. */
const EPOCH_UNITS = [
  [1e11, 1_000],
  [1e14, 1],
  [1e17, 1e-3],
  [1e20, 1e-6],
] as const;

function epochMs(epoch: number): number {
  const [, toMs] = EPOCH_UNITS.find(([most]) => epoch < most) ?? [0, Number.NaN];
  return epoch * toMs;
}

function zoneOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z';
  return zone.length === 3 ? `${zone}:00` : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
}

function dateMs(text: string): number {
  const [, day, clock, seconds = ':00', fraction = '', zone = 'Z'] = DATE.exec(text) ?? [];
  if (day === undefined || clock === undefined) return MAIL_DATE.test(text) ? Date.parse(text) : Number.NaN;
  // A leap second is treated as the last second of its minute.
  const second = seconds === ':60' ? ':59' : seconds;
  return Date.parse(`${day}T${clock}${second}${fraction.replace(',', '.').slice(0, 4)}${zoneOf(zone)}`);
}

function instantsOf(value: unknown): readonly unknown[] {
  const text = typeof value === 'string' ? value.trim() : value;
  const epoch = typeof text === 'number' ? text : typeof text === 'string' && DIGITS.test(text) ? Number(text) : null;
  const ms = epoch === null ? (typeof text === 'string' ? dateMs(text) : Number.NaN) : epochMs(epoch);
  // Date texts must have a year of four digits.
  return ms > 0 && ms < 253_402_300_800_000 ? [new Date(ms).toISOString()] : [];
}

/** Offsets that ISO 8601 allows and PostgreSQL rejects: the limit of PostgreSQL is 15:59. */
const FAR_OFFSET = /[+-](?:1[6-9]|2[0-3]):\d\d$/;

/** Returns an instant that PostgreSQL can store, unchanged if possible: a fraction finer than 1 ms distinguishes two events of a device. Source: DOOR1. */
export const storableInstant = (instant: string): string => (FAR_OFFSET.test(instant) ? new Date(instant).toISOString() : instant);

const wordsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? [value.trim(), value.trim().toLowerCase(), value.trim().toUpperCase()] : [];

/** Returns the possible readings of a value of another type as a value of the schema's type, the likeliest first. */
export function meaningsOf(schema: AnySchema, value: unknown): readonly unknown[] {
  if (schema instanceof z.ZodMiniISODateTime) return instantsOf(value);
  if (schema instanceof z.ZodMiniNumber) return numbersOf(value);
  if (schema instanceof z.ZodMiniBoolean) return flagsOf(value);
  if (schema instanceof z.ZodMiniEnum || schema instanceof z.ZodMiniLiteral) return wordsOf(value);
  return schema instanceof z.ZodMiniString ? textsOf(value) : [];
}
