import type { FieldProps } from '../Field.tsx';
import { FieldFrame } from '../Field.tsx';
import { type Option, Select } from '../Select.tsx';

interface Props extends Pick<FieldProps, 'label' | 'value' | 'onValue' | 'problem' | 'hint' | 'disabled'> {
  readonly options: readonly Option[];
  readonly onBlur?: (() => void) | undefined;
  /** What the empty choice is called; left out where there is always a value. */
  readonly none?: string | undefined;
}

/** A choice of a few with its label and its problem. A value that no option has is shown as it is. */
export function SelectField({ label, value, options, none, problem, hint, onValue, onBlur, disabled }: Props) {
  const empty = none === undefined ? [] : [{ value: '', label: none }];
  const isKnown = (value === '' && none !== undefined) || options.some((option) => option.value === value);
  const unknown = isKnown ? [] : [{ value, label: value }];
  return (
    <FieldFrame label={label} problem={problem} hint={hint}>
      {({ id, invalid, describedBy }) => (
        <Select
          id={id}
          size="lg"
          options={[...empty, ...unknown, ...options]}
          value={value}
          onValue={onValue}
          onBlur={onBlur}
          disabled={disabled}
          invalid={invalid}
          describedBy={describedBy}
        />
      )}
    </FieldFrame>
  );
}
