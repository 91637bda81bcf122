import { MASK } from '#domain/text/secretMask';
import { Field, FieldFrame } from '#ui/Field';
import { type Option, Select } from '#ui/Select';
import { TextArea } from '#ui/TextArea';
import type { ShownField } from './useMetadata.ts';

/** Maximum length of an input. */
const LONGEST = 500;
const NOT_SET: Option = { value: '', label: 'Not set' };

interface Props {
  readonly of: ShownField;
  readonly disabled: boolean;
}

/** Returns the options of a field. Its stored value is among them even if it is not a valid choice. */
function optionsOf(choices: readonly Option[], text: string): readonly Option[] {
  if (choices.some(({ value }) => value === text)) return choices;
  return [text === '' ? NOT_SET : { value: text, label: text }, ...choices];
}

function SecretInput({ of: { field, text, draft, put }, disabled }: Props) {
  const isMasked = text === MASK;
  const isKept = draft === undefined && isMasked;
  const hint = isKept ? 'Stays unless something is typed.' : draft === '' && text !== '' ? 'It will be taken out.' : undefined;
  return (
    <Field
      label={field.label}
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST}
      disabled={disabled}
      placeholder={isKept ? MASK : undefined}
      value={draft ?? (isMasked ? '' : text)}
      hint={hint}
      onValue={put}
    />
  );
}

/** Renders the input of one metadata field. Source: MGMT-024..037. */
export function MetadataInput({ of, disabled }: Props) {
  const { field, text, draft, problem, put } = of;
  const { kind, label } = field;
  if (kind === 'secret') return <SecretInput of={of} disabled={disabled} />;
  const value = draft ?? text;
  if (kind === 'choice') {
    return (
      <FieldFrame label={label}>
        {({ id }) => (
          <Select id={id} size="lg" disabled={disabled} options={optionsOf(field.choices ?? [], text)} value={value} onValue={put} />
        )}
      </FieldFrame>
    );
  }
  if (kind === 'json')
    return <TextArea label={label} spellCheck={false} disabled={disabled} value={value} problem={problem} onValue={put} />;
  return (
    <Field
      label={label}
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      maxLength={LONGEST}
      disabled={disabled}
      value={value}
      problem={problem}
      onValue={put}
    />
  );
}
