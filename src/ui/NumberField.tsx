import type { KeyboardEvent } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { useIsSaving } from './SavingContext.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Number of significant digits of a fraction; more would show the rounding errors of binary fractions. */
const DIGITS = 12;
const rounded = (number: number) => (Number.isInteger(number) ? number : Number(number.toPrecision(DIGITS)));

interface Props extends Omit<FieldProps, 'type' | 'inputMode' | 'role' | 'onKeyDown'> {
  /** Accepts integers only. */
  readonly isWhole?: boolean | undefined;
}

/**
 * Renders a number field that keeps the typed text; the arrow keys change the number by 1. Not `type="number"`: the browser drops a decimal comma that it does
 * not expect, so 0,6 becomes 6, and the mouse wheel changes the number. The parser of the text reports its problems.
 */
export function NumberField({ isWhole = false, ...field }: Props) {
  const isSaving = useIsSaving();
  const number = field.value.trim() === '' ? Number.NaN : Number(field.value);
  const count = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || field.readOnly === true || isSaving || !Number.isFinite(number)) return;
    event.preventDefault();
    field.onValue(String(rounded(number + step)));
  };
  return (
    <Field
      {...field}
      type="text"
      role="spinbutton"
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      aria-valuenow={Number.isFinite(number) ? number : undefined}
      onKeyDown={count}
    />
  );
}
