/** Numbers as text: `MISSING` ("-"), rounding, percentages, km, hours, values with unit, and sums. */

/** The text of a missing value. Source: MSG-013. */
export const MISSING = '-';

const METRES_PER_KM = 1_000;
const SECONDS_PER_HOUR = 3_600;

/**
 * Formats a number with at most 2 decimals, a decimal point and spaces between thousands: `12 345.68`; `-` for any other value. Source: RULE-051, RULE-052,
 * GAP-88.
 */
export function numberText(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return MISSING;
  return grouped(String(roundTo(value, 2)));
}

/** Formats a number with exactly `decimals` decimals, rounded and grouped like `numberText`: `12 345.60`. Missing: `-`. Source: COUNT2. */
export function fixedText(value: number | null | undefined, decimals: number): string {
  if (value == null || !Number.isFinite(value)) return MISSING;
  return grouped(roundTo(value, decimals).toFixed(decimals));
}

/** Puts a space between the thousands of a number. */
function grouped(number: string): string {
  const [whole = '', decimals] = number.split('.');
  const spaced = whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ');
  return decimals === undefined ? spaced : `${spaced}.${decimals}`;
}

/** Rounds half away from zero to `decimals` places; 1.005 becomes 1.01 although its double value is slightly less. */
export function roundTo(value: number, decimals: number): number {
  const shifted = Number(`${Math.abs(value)}e${decimals}`);
  // Appending an exponent fails for a number already in exponent form: 1e21 has no decimals, 1e-7 rounds to 0.
  if (Number.isNaN(shifted)) return Math.abs(value) < 1 ? 0 : value;
  const rounded = Number(`${Math.round(shifted)}e-${decimals}`);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Converts metres to kilometres; undefined when missing. Source: RULE-057, GAP-44. */
export function kilometres(lengthMetres: number | null | undefined): number | undefined {
  return lengthMetres == null ? undefined : lengthMetres / METRES_PER_KM;
}

/** Converts seconds to hours; undefined when missing. Source: GAP-44. */
export function hours(seconds: number | null | undefined): number | undefined {
  return seconds == null ? undefined : seconds / SECONDS_PER_HOUR;
}

/** Formats a fraction 0..1 as a percentage with at most 2 decimals: `87.5 %`. Missing: `-`. Source: RULE-058. */
export function percentText(ratio: number | null | undefined): string {
  return ratio == null || !Number.isFinite(ratio) ? MISSING : `${numberText(ratio * 100)} %`;
}

/** Formats a fraction 0..1 as a whole percentage: `88 %`. Source: RULE-059, CONST-057. */
export function wholePercentText(ratio: number): string {
  return `${roundTo(ratio * 100, 0)} %`;
}

/** Formats a fraction 0..1 as a percentage with exactly 2 decimals: `87.50 %`. Source: RULE-060, CONST-058. */
export function exactPercentText(ratio: number): string {
  return `${fixedText(ratio * 100, 2)} %`;
}

/** Formats a measured value with exactly 2 decimals and its unit: `1.50 m`. Missing: `-`. Source: MSG-013, COUNT2. */
export function measureText(value: number | null | undefined, unit: string): string {
  const text = fixedText(value, 2);
  return text === MISSING ? MISSING : `${text} ${unit}`;
}

/** Sums the values that are present; undefined when all are missing. Source: FLEET-026, GAP-44. */
export function sumOfKnown(values: readonly (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => value != null);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}
