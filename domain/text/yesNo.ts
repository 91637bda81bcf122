import { MISSING } from './numbers.ts';

/** Formats a boolean as `Yes` or `No`; some devices send a word instead, which is left unchanged; `-` when missing. Source: spec, SIM info. */
export function yesNo(value: boolean | string | null | undefined): string {
  if (value == null || value === '') return MISSING;
  if (typeof value === 'string') return value;
  return value ? 'Yes' : 'No';
}
