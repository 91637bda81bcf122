/** A measured figure with its verdict against the budget, as a line; `median` and `measured` rounds. */

import type { Budget } from './budgets.ts';

/** A measured figure; a figure without a budget is only informative. */
export interface Result {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly budget?: Budget;
}

const DIGITS = 2;

function reaches({ side }: Budget, value: number, limit: number): boolean {
  return side === 'least' ? value >= limit : value <= limit;
}

/** Returns whether a figure reaches goal or floor; '' without a budget. */
export function verdictOf({ budget, value }: Result): string {
  if (budget === undefined) return '';
  if (reaches(budget, value, budget.goal)) return 'goal met';
  return reaches(budget, value, budget.floor) ? 'floor met' : 'FLOOR MISSED';
}

const figure = (value: number) => (Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(DIGITS));
const limit = (name: string, value: number | undefined) => (value === undefined ? '' : `${name} ${value.toLocaleString('en')}`);

/** Formats a figure as one line of text. */
export function lineOf(result: Result): string {
  const { what, value, unit, budget } = result;
  const limits = `${limit('floor', budget?.floor).padEnd(12)} ${limit('goal', budget?.goal).padEnd(12)}`;
  return `  ${what.padEnd(58)} ${figure(value).padStart(10)} ${unit.padEnd(5)} ${limits} ${verdictOf(result)}`.trimEnd();
}

/** Creates a figure with a budget, in the budget's unit. */
export const measured = (what: string, value: number, budget: Budget): Result => ({ what, value, unit: budget.unit, budget });

/** Returns the median (the upper one of an even count). */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
