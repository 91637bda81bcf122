import { MISSING } from './numbers.ts';

/** A yes or no of the wire; some devices send a word instead, which is shown as it came; `-` when missing. Source: spec, SIM info. */
export function yesNo(value: boolean | string | null | undefined): string {
  if (value == null || value === '') return MISSING;
  if (typeof value === 'string') return value;
  return value ? 'Yes' : 'No';
}
