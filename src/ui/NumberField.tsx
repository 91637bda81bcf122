import type { KeyboardEvent } from 'react';
import { Field, type FieldProps } from './Field.tsx';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Beyond these digits lie the remainders of binary fractions; whole numbers have none. */
const DIGITS = 12;
const rounded = (number: number) => (Number.isInteger(number) ? number : Number(number.toPrecision(DIGITS)));

interface Props extends Omit<FieldProps, 'type' | 'inputMode' | 'role' | 'onKeyDown'> {
  /** Whole numbers alone. */
  readonly isWhole?: boolean | undefined;
}

/**
 * A number as its text, as typed; the arrow keys count. Not the browser's own: that one drops a decimal comma it does not know, so that
 * 0,6 becomes 6 before anyone sees it, and a turning wheel changes it. The reader of the text reports its problems.
 */
export function NumberField({ isWhole = false, ...field }: Props) {
  const number = field.value.trim() === '' ? Number.NaN : Number(field.value);
  const count = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || field.readOnly === true || !Number.isFinite(number)) return;
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
