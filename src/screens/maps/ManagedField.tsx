import { MANAGER_ONLY } from '#domain/location';
import { selectRole } from '#state/session';
import { useAppSelector } from '#state/useAppSelector';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import type { FieldBinding } from '#ui/form/useDraft';
import type { Option } from '#ui/Select';

interface Props {
  readonly label: string;
  /** The id that is chosen. */
  readonly field: FieldBinding<string>;
  readonly options: readonly Option[];
}

/** A choice that only a system_admin may change, who sees its id; others see what it is and who can. Source: LOC-008, LOC-009, LOC-024, LOC-025, GAP-61. */
export function ManagedField({ label, field, options }: Props) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { value, hint, onBlur } = field;
  if (isAdmin) return <ComboField label={label} options={options} {...field} hint={hint ?? value} />;
  const name = options.find((option) => option.value === value)?.label;
  const shown = name === undefined || name === value ? value : `${name} (${value})`;
  return <Field label={label} readOnly value={shown} onValue={() => undefined} onBlur={onBlur} hint={hint ?? MANAGER_ONLY} />;
}
