import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { FieldFrame, type FieldProps } from '../Field.tsx';
import { fieldSurface } from '../fieldSurface.ts';
import { foundIn, isSameText } from '../foundIn.ts';
import { menuStyle } from '../menuStyle.ts';
import type { Option } from '../Select.tsx';

/** At most this many choices are listed; typing narrows them. */
const LISTED = 100;

const Box = chakra('div', {
  base: {
    position: 'relative',
    '& input': {
      ...fieldSurface,
      display: 'block',
      width: '100%',
      ps: '14px',
      pe: '32px',
      height: { base: '44px', lg: '36px' },
      textOverflow: 'ellipsis',
    },
    '& > .lucide': {
      position: 'absolute',
      insetEnd: '10px',
      top: { base: '15px', lg: '11px' },
      width: '14px',
      height: '14px',
      pointerEvents: 'none',
      color: 'fg.subtle',
    },
  },
});
const List = chakra('div', {
  base: {
    ...menuStyle.plate,
    position: 'absolute',
    top: 'calc(100% + 4px)',
    insetInline: 0,
    maxHeight: '260px',
    overflow: 'auto',
    overscrollBehavior: 'contain',
  },
});
const Line = chakra('div', {
  base: {
    ...menuStyle.entry,
    minHeight: { base: '44px', lg: '32px' },
    overflowWrap: 'anywhere',
    '&[aria-selected=true]': { fontWeight: 600 },
  },
});
const OptionsNote = chakra('p', { base: { p: '2', textStyle: 'meta', color: 'fg.muted' } });

interface Props extends Pick<
  FieldProps,
  'label' | 'isLabelHidden' | 'value' | 'onValue' | 'problem' | 'hint' | 'disabled' | 'placeholder'
> {
  readonly options: readonly Option[];
  /** Accepts a typed value that is no option, e.g. another name of one. */
  readonly accepts?: ((typed: string) => boolean) | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** Returns the choices that match the typed text; all of them while nothing is typed. */
function useNarrowed({ options, accepts, value, onValue }: Pick<Props, 'options' | 'accepts' | 'value' | 'onValue'>) {
  // Null: nothing is typed, the field shows the chosen option.
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const found = typed === null || typed.trim() === '' ? options : options.filter(({ label }) => foundIn(label, typed));
  const close = () => {
    setTyped(null);
    setAt(null);
    setIsOpen(false);
  };
  const choose = (option: Option | undefined) => {
    if (option !== undefined && option.value !== value) onValue(option.value);
    close();
  };
  /** Chooses the option whose label equals the typed text, ignoring case; an emptied field clears the value. */
  const settle = () => {
    if (typed !== null && typed.trim() === '' && value !== '') onValue('');
    const wanted = typed?.trim() ?? '';
    const same = wanted === '' ? undefined : options.find(({ label }) => isSameText(label, wanted));
    choose(same ?? (accepts?.(wanted) === true ? { value: wanted, label: wanted } : undefined));
  };
  return {
    text: typed ?? chosen?.label ?? value,
    listed: found.slice(0, LISTED),
    more: Math.max(0, found.length - LISTED),
    at,
    setAt,
    isOpen,
    open: () => setIsOpen(true),
    type: (text: string) => {
      setTyped(text);
      setAt(null);
      setIsOpen(true);
    },
    choose,
    settle,
    close,
  };
}

type Narrowed = ReturnType<typeof useNarrowed>;
const idOf = (list: string, index: number) => `${list}-${index}`;

/** Renders a field that chooses one of many options by typing part of the label. A value without an option is shown as it is. */
export function ComboField({
  label,
  isLabelHidden,
  value,
  onValue,
  options,
  accepts,
  problem,
  hint,
  disabled,
  placeholder,
  onBlur,
}: Props) {
  const list = useId();
  const choices = useNarrowed({ options, accepts, value, onValue });
  const { text, at, isOpen, open, type, settle } = choices;
  const onKeyDown = useComboKeys(list, choices);
  return (
    <FieldFrame label={label} isLabelHidden={isLabelHidden} problem={problem} hint={hint}>
      {({ control }) => (
        <Box>
          <input
            {...control}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? list : undefined}
            aria-activedescendant={isOpen && at !== null ? idOf(list, at) : undefined}
            disabled={disabled}
            placeholder={placeholder}
            value={text}
            onChange={(event) => type(event.target.value)}
            onClick={open}
            onFocus={(event) => event.target.select()}
            onKeyDown={onKeyDown}
            onBlur={() => {
              settle();
              onBlur?.();
            }}
          />
          <ChevronDown aria-hidden="true" />
          {isOpen && <ChoiceList id={list} label={label} value={value} choices={choices} />}
        </Box>
      )}
    </FieldFrame>
  );
}

/** Returns the key handler: arrows highlight a choice, Enter chooses it, Escape closes the list. */
function useComboKeys(list: string, { listed, at, setAt, isOpen, open, choose, settle, close }: Narrowed) {
  const move = (by: number) => {
    if (!isOpen || listed.length === 0) return open();
    const next = at === null ? (by > 0 ? 0 : listed.length - 1) : (at + by + listed.length) % listed.length;
    document.getElementById(idOf(list, next))?.scrollIntoView({ block: 'nearest' });
    return setAt(next);
  };
  return (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      // Enter chooses; only the next Enter submits the form.
      event.preventDefault();
      if (at === null && listed.length === 0) settle();
      else choose(listed[at ?? 0]);
    } else if (event.key === 'Escape' && isOpen) {
      // Keeps a surrounding dialog open.
      event.nativeEvent.stopImmediatePropagation();
      close();
    }
  };
}

interface ListProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choices: Narrowed;
}

function ChoiceList({ id, label, value, choices: { listed, more, at, setAt, choose } }: ListProps) {
  return (
    // A press on the list keeps the focus in the field.
    <List id={id} role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
      {listed.map((option, index) => (
        <Line
          key={option.value}
          id={idOf(id, index)}
          role="option"
          aria-selected={option.value === value}
          data-highlighted={index === at ? '' : undefined}
          onPointerMove={() => setAt(index)}
          onClick={() => choose(option)}
        >
          {option.label}
        </Line>
      ))}
      {more > 0 && <OptionsNote>{`${more} more: type to narrow them`}</OptionsNote>}
      {listed.length === 0 && <OptionsNote>Nothing of that name</OptionsNote>}
    </List>
  );
}
