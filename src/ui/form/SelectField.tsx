import type { FieldProps } from '../Field.tsx';
import { FieldContainer } from '../Field.tsx';
import { useIsSaving } from '../SavingContext.ts';
import { type Option, Select } from '../Select.tsx';

interface Props extends Pick<FieldProps, 'label' | 'value' | 'onValue' | 'problem' | 'hint' | 'disabled'> {
  readonly options: readonly Option[];
  readonly onBlur?: (() => void) | undefined;
  /** The label of the empty choice; omit it if a value is required. */
  readonly none?: string | undefined;
}

/** Renders a select with its label and problem. A value without an option is shown as it is. */
export function SelectField({ label, value, options, none, problem, hint, onValue, onBlur, disabled = false }: Props) {
  const isSaving = useIsSaving();
  const empty = none === undefined ? [] : [{ value: '', label: none }];
  const isKnown = (value === '' && none !== undefined) || options.some((option) => option.value === value);
  const unknown = isKnown ? [] : [{ value, label: value }];
  return (
    <FieldContainer label={label} problem={problem} hint={hint}>
      {({ id, invalid, describedBy }) => (
        <Select
          id={id}
          size="lg"
          options={[...empty, ...unknown, ...options]}
          value={value}
          onValue={onValue}
          onBlur={onBlur}
          disabled={disabled || isSaving}
          invalid={invalid}
          describedBy={describedBy}
        />
      )}
    </FieldContainer>
  );
}
