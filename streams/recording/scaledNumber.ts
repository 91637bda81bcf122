/** Represents numbers with few decimals as integers (scaled), and the steps between them as codes, for recordings and column frames. */

import { MAX_BITS } from './bytes.ts';

/** Maximum decimals of a scaled number; a number with more is stored unscaled, in eight bytes. */
export const MAX_DECIMALS = 6;
/** Bound of scaled numbers, below which their differences are exact. */
export const MAX_SCALED = 2 ** 50;

const powers = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/** Returns the factor for a number of decimals: 10 ** decimals; NaN for more than `MAX_DECIMALS`. */
export const powerOf = (decimals: number): number => powers[decimals] ?? NaN;

/** Returns the integer that represents `value` multiplied by `power`; NaN if dividing the integer would not restore the same bits. */
export function scaledOf(value: number, power: number): number {
  const scaled = Math.round(value * power);
  return scaled / power === value && Math.abs(scaled) < MAX_SCALED && !Object.is(value, -0) ? scaled : NaN;
}

/** Returns the least number of decimals, at least `least`, that scales `value` to an integer; NaN if `MAX_DECIMALS` are not enough. */
export function decimalsFrom(value: number, least: number): number {
  for (let decimals = least; decimals <= MAX_DECIMALS; decimals += 1)
    if (!Number.isNaN(scaledOf(value, powerOf(decimals)))) return decimals;
  return NaN;
}

/** Returns the code of a step between two scaled numbers; never 0, which is reserved for other codes. */
export const codeOfStep = (step: number): number => (step < 0 ? -2 * step : 2 * step + 1);

/** Returns the step of a code. Bit operations take a third of the time but are limited to 32 bits. */
export function stepOf(code: number): number {
  if (code <= MAX_BITS) return (code & 1) === 1 ? code >>> 1 : -(code >>> 1);
  return code % 2 === 1 ? (code - 1) / 2 : -code / 2;
}
