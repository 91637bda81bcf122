import { chakra, Combobox, createListCollection, defineSlotRecipe, useCombobox, type UseComboboxReturn } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { countDigits } from '../countDigits.ts';
import { FieldContainer, type FieldProps, type FieldControl } from '../Field.tsx';
import { fieldSurface } from '../fieldSurface.ts';
import { foundIn, isSameText } from '../foundIn.ts';
import { isEnter } from '../keyTargets.ts';
import { menuStyle } from '../menuStyle.ts';
import { useIsSaving } from '../SavingContext.ts';
import type { Option } from '../Select.tsx';

/** Maximum number of listed choices; typing narrows the list. */
const LISTED = 100;

const recipe = defineSlotRecipe({
  slots: ['control', 'input', 'content', 'item', 'empty'],
  base: {
    control: { position: 'relative' },
    input: {
      ...fieldSurface,
      display: 'block',
      width: '100%',
      ps: '14px',
      pe: '32px',
      height: { base: '44px', lg: '36px' },
      textOverflow: 'ellipsis',
    },
    content: {
      ...menuStyle.plate,
      position: 'relative',
      maxHeight: 'min(260px, var(--available-height))',
      overflow: 'auto',
      overscrollBehavior: 'contain',
    },
    item: {
      ...menuStyle.entry,
      minHeight: { base: '44px', lg: '32px' },
      py: '4px',
      overflowWrap: 'anywhere',
      '&[data-state=checked]': { fontWeight: 600 },
    },
    empty: { p: '2', textStyle: 'meta', color: 'fg.muted' },
  },
});
const Arrow = chakra(ChevronDown, {
  base: {
    position: 'absolute',
    insetEnd: '12px',
    top: { base: '15px', lg: '11px' },
    width: '14px',
    height: '14px',
    pointerEvents: 'none',
    color: 'fg.subtle',
  },
});
const More = chakra('p', { base: { p: '2', textStyle: 'meta', color: 'fg.muted' } });

interface Choice {
  readonly options: readonly Option[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Accepts a typed value that is not an option, e.g. another name of an option. */
  readonly accepts?: ((typed: string) => boolean) | undefined;
}

type Given = Pick<FieldProps, 'disabled' | 'placeholder'> & { readonly onBlur?: (() => void) | undefined };
type Props = Choice & Given & Pick<FieldProps, 'label' | 'isLabelHidden' | 'problem' | 'hint'>;

/** Returns the key of an option within the list; the prefix is needed because an empty key would mean no option. */
const keyOf = ({ value }: Option): string => `=${value}`;

/** Returns the typed text and the choices that match it; all choices while nothing is typed. */
function useNarrowed({ options, accepts, value, onValue }: Choice) {
  // Null while nothing is typed; the field then shows the selected option.
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value);
  const wanted = typed?.trim() ?? '';
  const found = wanted === '' ? options : options.filter(({ label }) => foundIn(label, wanted));
  const choose = (option: Option | undefined) => {
    if (option !== undefined && option.value !== value) onValue(option.value);
    setTyped(null);
  };
  /** Selects the option whose label equals the typed text, ignoring case; an emptied field clears the value. */
  const settle = () => {
    if (typed !== null && wanted === '' && value !== '') onValue('');
    const same = wanted === '' ? undefined : options.find(({ label }) => isSameText(label, wanted));
    choose(same ?? (accepts?.(wanted) === true ? { value: wanted, label: wanted } : undefined));
  };
  return { options, isTyped: typed !== null, text: typed ?? chosen?.label ?? value, setTyped, chosen, found, choose, settle };
}

type Narrowed = ReturnType<typeof useNarrowed>;

/** Returns whether the highlighted choice is still listed; the highlight moves only a frame after the text changes. */
const isMarked = ({ highlightedValue }: UseComboboxReturn<Option>, listed: readonly Option[]): boolean =>
  listed.some((option) => keyOf(option) === highlightedValue);

/** Returns a combobox that leaves Escape to the surrounding dialog while its list is closed, and Enter to the field while no listed choice is highlighted. */
function leavingKeys(combobox: UseComboboxReturn<Option>, listed: readonly Option[]): UseComboboxReturn<Option> {
  return {
    ...combobox,
    getInputProps: () => {
      const { onKeyDown, ...input } = combobox.getInputProps();
      return {
        ...input,
        onKeyDown: (event) => {
          if (event.key === 'Escape' && !combobox.open) return;
          if (event.key !== 'Enter' || (isEnter(event) && isMarked(combobox, listed))) onKeyDown?.(event);
        },
      };
    },
  };
}

/** Keeps the caret in place: the library moves it to the end when the list opens, even if the user is editing the text, and has no option to prevent that. */
function keepCaret(input: HTMLInputElement | null): void {
  if (input !== null) input.setSelectionRange = () => undefined;
}

/** Returns Chakra's combobox of the first choices that match. */
function useChoices({ options, text, setTyped, chosen, found, choose }: Narrowed, field: FieldControl, disabled: boolean) {
  const listed = found.slice(0, LISTED);
  const collection = createListCollection({ items: listed, itemToValue: keyOf, itemToString: ({ label }) => label });
  const combobox = useCombobox({
    collection,
    ids: { input: field.id, label: field.labelId },
    invalid: field.invalid,
    disabled,
    inputBehavior: 'autohighlight',
    openOnClick: true,
    positioning: { strategy: 'fixed', gutter: 4, sameWidth: true },
    value: chosen === undefined ? [] : [keyOf(chosen)],
    inputValue: text,
    onValueChange: ({ value: [key] }) => choose(options.find((option) => keyOf(option) === key)),
    onOpenChange: ({ open, reason }) => {
      // After a press outside, the typed text is kept, because the field uses it on blur, which follows.
      if (!open && reason !== 'interact-outside') setTyped(null);
    },
  });
  return { combobox: leavingKeys(combobox, listed), listed };
}

/** Renders a field that selects one of many options by typing a part of its label. A value without an option is shown as it is. */
export function ComboField({ label, isLabelHidden, problem, hint, ...choice }: Props) {
  return (
    <FieldContainer label={label} isLabelHidden={isLabelHidden} problem={problem} hint={hint}>
      {(field) => <Choices {...choice} field={field} />}
    </FieldContainer>
  );
}

function Choices({ field, disabled = false, placeholder, onBlur, ...choice }: Choice & Given & { readonly field: FieldControl }) {
  const isSaving = useIsSaving();
  const narrowed = useNarrowed(choice);
  const { isTyped, setTyped, found, choose, settle } = narrowed;
  const { combobox, listed } = useChoices(narrowed, field, disabled || isSaving);
  const type = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    // Rendered synchronously, because the library writes the text into the input after a render, and the input may contain another letter by then.
    flushSync(() => setTyped(value));
    // The library ignores text that is entered together with the focus, so the list is opened here.
    combobox.setOpen(true);
  };
  // After a selection, the caret is at the end of the selected option, but typed text must replace the whole option.
  const replaceChosen = (input: HTMLInputElement) => {
    if (!isTyped && input.selectionStart === input.value.length) input.select();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace') replaceChosen(event.currentTarget);
    if (!isEnter(event) || !combobox.open || isMarked(combobox, listed)) return;
    // Enter selects the first choice even before it is highlighted; only the next Enter submits the form.
    event.preventDefault();
    if (listed[0] === undefined) settle();
    else choose(listed[0]);
    combobox.setOpen(false);
  };
  return (
    <Combobox.RootProvider value={combobox} recipe={recipe} lazyMount unmountOnExit>
      <Combobox.Control>
        <Combobox.Input
          {...field.control}
          placeholder={placeholder}
          ref={keepCaret}
          onFocus={(event) => event.currentTarget.select()}
          // The press that opens the list would set the caret, and typed text would be added to the selected option.
          onClick={(event) => combobox.open || event.currentTarget.select()}
          onChange={type}
          onBeforeInput={(event) => replaceChosen(event.currentTarget)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            settle();
            onBlur?.();
          }}
        />
        <Arrow aria-hidden="true" />
      </Combobox.Control>
      <Combobox.Positioner>
        <Combobox.Content>
          {listed.map((option) => (
            <Combobox.Item key={option.value} item={option}>
              {option.label}
            </Combobox.Item>
          ))}
          {found.length > LISTED && <More>{`${countDigits(found.length - LISTED)} more: type to narrow them`}</More>}
          <Combobox.Empty>Nothing of that name</Combobox.Empty>
        </Combobox.Content>
      </Combobox.Positioner>
    </Combobox.RootProvider>
  );
}
