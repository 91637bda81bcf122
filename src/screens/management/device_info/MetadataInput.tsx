import { MASK } from '#domain/text/secretMask';
import { Field, FieldContainer } from '#ui/Field';
import { type Option, Select } from '#ui/Select';
import { TextArea } from '#ui/TextArea';
import type { ShownField } from './useMetadata.ts';

/** Maximum length of an input. */
const LONGEST = 500;
const NOT_SET: Option = { value: '', label: 'Not set' };

/** Returns the sentence below a field: its constraints and its purpose. */
const hintOf = ({ field: { hint, isRequired }, text, draft, othersHint }: ShownField): string | undefined =>
  othersHint ?? (isRequired === true && (draft ?? text) === '' ? ['Required.', hint].filter(Boolean).join(' ') : hint);

interface Props {
  readonly of: ShownField;
  readonly disabled: boolean;
}

/** Returns the options of a field. They include its stored value, even if it is not a valid choice, and an empty option if the value may be removed. */
function optionsOf({ choices = [], isRequired }: ShownField['field'], text: string): readonly Option[] {
  const isKnown = choices.some(({ value }) => value === text);
  const isLeft = isRequired === false && !choices.some(({ value }) => value === '');
  const none = isLeft || (!isKnown && text === '') ? [NOT_SET] : [];
  return [...none, ...(isKnown || text === '' ? [] : [{ value: text, label: text }]), ...choices];
}

function SecretInput({ of, disabled }: Props) {
  const { field, text, draft, problem, put } = of;
  const isMasked = text === MASK;
  const isKept = draft === undefined && isMasked;
  const hint = isKept ? 'Stays unless something is typed.' : draft === '' && text !== '' ? 'It will be taken out.' : hintOf(of);
  return (
    <Field
      label={field.label}
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST}
      disabled={disabled}
      placeholder={isKept ? MASK : undefined}
      value={draft ?? (isMasked ? '' : text)}
      problem={problem}
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
      <FieldContainer label={label} problem={problem} hint={hintOf(of)}>
        {({ id, invalid, describedBy }) => (
          <Select
            id={id}
            size="lg"
            disabled={disabled}
            invalid={invalid}
            describedBy={describedBy}
            options={optionsOf(field, text)}
            value={value}
            onValue={put}
          />
        )}
      </FieldContainer>
    );
  }
  if (kind === 'json')
    return (
      <TextArea label={label} spellCheck={false} disabled={disabled} value={value} problem={problem} hint={hintOf(of)} onValue={put} />
    );
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
      hint={hintOf(of)}
      onValue={put}
    />
  );
}
