import { MANAGER_ONLY } from '#domain/places/location';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import type { FieldBinding } from '#ui/form/useDraft';
import type { Option } from '#ui/Select';

interface Props {
  readonly label: string;
  /** The binding of the field to the selected id. */
  readonly field: FieldBinding<string>;
  readonly options: readonly Option[];
}

/**
 * Renders a choice that only a system_admin may change, with its id as the hint. Other roles see it read-only, with a note on who may change it.
 * Source: LOC-008, LOC-009, LOC-024, LOC-025, GAP-61.
 */
export function ManagedField({ label, field, options }: Props) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { value, hint, onBlur } = field;
  if (isAdmin) return <ComboField label={label} options={options} {...field} hint={hint ?? value} />;
  const name = options.find((option) => option.value === value)?.label;
  const shown = name === undefined || name === value ? value : `${name} (${value})`;
  return <Field label={label} readOnly value={shown} onValue={() => undefined} onBlur={onBlur} hint={hint ?? MANAGER_ONLY} />;
}
