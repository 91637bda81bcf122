import { chakra } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { fieldSurface } from './fieldSurface.ts';
import { useIsSaving } from './SavingContext.ts';

const Input = chakra('input', {
  base: {
    ...fieldSurface,
    display: 'block',
    width: '100%',
    px: '14px',
    height: { base: '44px', lg: '36px' },
  },
  variants: { size: { md: {}, lg: { height: '44px', fontSize: '16px' } } },
});

interface ContainerProps {
  readonly label: string;
  /** True if the field has a visible name elsewhere, so the label is only for screen readers. */
  readonly isLabelHidden?: boolean | undefined;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
  readonly children: (field: FieldControl) => ReactNode;
}

export interface FieldControl {
  readonly id: string;
  readonly labelId: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** The attributes above, as properties of a form control. */
  readonly control: ReturnType<typeof controlOf>;
}

const controlOf = (id: string, invalid: boolean, describedBy: string | undefined) => ({
  id,
  'data-invalid': invalid || undefined,
  'aria-invalid': invalid,
  'aria-describedby': describedBy,
});

const Note = chakra('p', { base: { display: 'flex', gap: '6px', mt: '6px', textStyle: 'meta' } });
const Alert = chakra(CircleAlert, { base: { mt: '2px' } });

/** Renders a label, a control, and the problem or hint below. */
export function FieldContainer({ label, isLabelHidden = false, problem, hint, children }: ContainerProps) {
  const id = useId();
  const invalid = problem !== undefined && problem !== '';
  const note = invalid ? problem : hint;
  const labelId = `${id}-label`;
  const describedBy = note ? `${id}-note` : undefined;
  return (
    <chakra.div minWidth="0">
      <chakra.label id={labelId} htmlFor={id} className={isLabelHidden ? 'sr' : undefined} display="block" mb="6px" fontWeight="500">
        {label}
      </chakra.label>
      {children({ id, labelId, invalid, describedBy, control: controlOf(id, invalid, describedBy) })}
      {note && (
        <Note id={`${id}-note`} color={invalid ? 'error.fg' : 'fg.subtle'}>
          {invalid && <Alert aria-hidden="true" />}
          {note}
        </Note>
      )}
    </chakra.div>
  );
}

type InputProps = Omit<ComponentProps<typeof Input>, 'onChange' | 'value'>;

/** Properties of a single-line text field, in addition to those of the browser's own input. */
export interface FieldProps extends InputProps {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /**
   * Converts the typed text to the value. The field shows the typed text until it loses the focus, because a text that changes during typing moves the caret.
   */
  readonly reduce?: ((typed: string) => string) | undefined;
  /**
   * Converts the typed text in the field itself, for example to lower case; the caret keeps its position. Text that an input method composes is converted when
   * it is complete. Only for input types that expose the caret, which `email` does not.
   */
  readonly convert?: ((typed: string) => string) | undefined;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
}

const asTyped = (typed: string): string => typed;

/** Converts the text of an input in place, because a text that the next render changes would move the caret to its end. */
function convertText(input: HTMLInputElement, convert: (typed: string) => string): void {
  const { value, selectionStart, selectionEnd } = input;
  const converted = convert(value);
  if (converted === value) return;
  // Returns the caret's position after the conversion, which may lengthen or shorten the text before it.
  const placeOf = (place: number | null) => convert(value.slice(0, place ?? value.length)).length;
  input.value = converted;
  // A browser may move the focus to a field whose caret is set, for example after a password manager filled it in.
  if (input.ownerDocument.activeElement === input) input.setSelectionRange(placeOf(selectionStart), placeOf(selectionEnd));
}

/** Renders a text field, which is read-only while its form is saving; `FieldContainer` renders the label, problem and hint. */
export function Field({
  label,
  isLabelHidden,
  value,
  onValue,
  reduce = asTyped,
  convert,
  problem,
  hint,
  readOnly = false,
  onBlur,
  ...input
}: FieldProps) {
  const isSaving = useIsSaving();
  const [typed, setTyped] = useState<string | null>(null);
  // A value that was set elsewhere replaces the typed text.
  const shown = typed !== null && reduce(typed) === value ? typed : value;
  const accept = (target: HTMLInputElement, isComposing: boolean) => {
    if (convert !== undefined && !isComposing) convertText(target, convert);
    setTyped(target.value);
    onValue(reduce(target.value));
  };
  return (
    <FieldContainer label={label} isLabelHidden={isLabelHidden} problem={problem} hint={hint}>
      {({ control }) => (
        <Input
          {...input}
          {...control}
          readOnly={readOnly || isSaving}
          value={shown}
          onChange={({ target, nativeEvent }) => accept(target, nativeEvent instanceof InputEvent && nativeEvent.isComposing)}
          onCompositionEnd={convert && (({ currentTarget }) => accept(currentTarget, false))}
          onBlur={(event) => {
            setTyped(null);
            onBlur?.(event);
          }}
        />
      )}
    </FieldContainer>
  );
}
