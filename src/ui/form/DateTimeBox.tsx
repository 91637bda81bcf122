import { chakra } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldSurface } from '../fieldSurface.ts';
import { IconButton } from '../IconButton.tsx';
import { isEnter } from '../keyTargets.ts';
import { loadable } from '../loadable.tsx';
import { useIsSaving } from '../SavingContext.ts';

const Calendar = loadable(async () => (await import('./Calendar.tsx')).Calendar, { waiting: null });

const Box = chakra('span', {
  base: { ...fieldSurface, maxWidth: '100%' },
  variants: {
    size: {
      sm: { display: 'inline-flex', height: { base: '44px', lg: '32px' } },
      md: { display: 'flex', width: { base: '100%', sm: '384px' }, height: { base: '44px', lg: '36px' } },
    },
  },
});
const Input = chakra('input', {
  base: { flex: 1, width: '100%', minWidth: 0, bg: 'transparent', outline: 'none' },
  variants: { size: { sm: { ps: '8px' }, md: { px: '4px', textAlign: 'center' } } },
});
/** A button inside the date and time field. */
export const BoxButton = chakra(IconButton, {
  base: { height: { base: '100%', lg: '100%' } },
  variants: { size: { sm: { width: { base: '44px', lg: '28px' } }, md: { width: { base: '44px', lg: '36px' } } } },
});

/** Functions with which a field parses and formats instants (ms since epoch). */
export interface DateTimeTexts {
  /** Formats an instant: `26/11/2026 02:40`. */
  readonly text: (at: number) => string;
  /** Parses a typed text; null if it is unreadable. */
  readonly parse: (typed: string) => number | null;
  /** Formats a day: `2026-11-26`. */
  readonly day: (at: number) => string;
  /** Moves an instant to another day, keeping its time of day; midnight for null. */
  readonly onDay: (at: number | null, day: string) => number | null;
  /** The expected format, shown in an empty field, e.g. `dd/mm/yyyy hh:mm`. */
  readonly format: string;
}

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size'> {
  readonly label: string;
  readonly texts: DateTimeTexts;
  /** The instant, in ms since epoch; null if there is none. */
  readonly at: number | null;
  /** Called on Enter, on blur and when a day is selected; null for an emptied field. */
  readonly onAt: (at: number | null) => void;
  /** Called with true if a typed text cannot be parsed; the text is kept in the field. */
  readonly onUnreadable?: ((isUnreadable: boolean) => void) | undefined;
  /** The last instant that can be selected. */
  readonly latest?: number | undefined;
  /** The class of the box, not of its input. */
  readonly className?: string | undefined;
  /** `md` centres the text between the elements at the ends. */
  readonly size: 'sm' | 'md';
  /** Shown at the ends of the box. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

interface CalendarButtonProps extends Pick<Props, 'label' | 'texts' | 'at' | 'latest' | 'size' | 'disabled'> {
  readonly onDay: (day: string) => void;
}

/** Returns the typed text until it is parsed, and the functions that parse it and that apply a selected day. */
function useTyped({ texts, at, onAt, onUnreadable }: Pick<Props, 'texts' | 'at' | 'onAt' | 'onUnreadable'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = at === null ? '' : texts.text(at);
  const settle = () => {
    if (typed === null) return undefined;
    if (typed.trim() === shown) {
      onUnreadable?.(false);
      return setTyped(null);
    }
    const read = typed.trim() === '' ? null : texts.parse(typed);
    const isUnreadable = read === null && typed.trim() !== '';
    onUnreadable?.(isUnreadable);
    if (!isUnreadable) setTyped(null);
    return onAt(read);
  };
  const choose = (day: string) => {
    setTyped(null);
    onUnreadable?.(false);
    onAt(texts.onDay(at, day));
  };
  return { value: typed ?? shown, setTyped, settle, choose };
}

/** Renders the button that opens the calendar, and the calendar while it is open. */
function CalendarButton({ label, texts, at, latest, size, disabled, onDay }: CalendarButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <BoxButton
        size={size}
        id={useId()}
        aria-label={`${label}: choose a day`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={disabled}
        onPointerEnter={() => void Calendar.load().catch(() => undefined)}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        <CalendarDays aria-hidden="true" />
      </BoxButton>
      {anchor !== null && (
        <Calendar
          label={label}
          anchor={anchor}
          day={at === null ? null : texts.day(at)}
          latest={latest === undefined ? undefined : texts.day(latest)}
          onDay={onDay}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

/** Renders the input and the calendar button for an instant, which is typed or selected; the day comes before the month, whatever the browser's language. */
export function DateTimeBox({
  label,
  texts,
  at,
  onAt,
  onUnreadable,
  latest,
  size,
  before,
  after,
  className,
  onBlur,
  onKeyDown,
  ...input
}: Props) {
  const isSaving = useIsSaving();
  const isDisabled = input.disabled === true || isSaving;
  const { value, setTyped, settle, choose } = useTyped({ texts, at, onAt, onUnreadable });
  return (
    <Box
      size={size}
      className={className}
      data-invalid={input['aria-invalid'] === true || undefined}
      data-disabled={isDisabled || undefined}
    >
      {before}
      <Input
        {...input}
        disabled={isDisabled}
        size={size}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.format}
        value={value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={(event) => {
          settle();
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          // Applied synchronously, because a handler that moves the focus away would apply the same text again.
          if (isEnter(event)) flushSync(settle);
          onKeyDown?.(event);
        }}
      />
      <CalendarButton {...{ label, texts, at, latest, size }} disabled={isDisabled} onDay={choose} />
      {after}
    </Box>
  );
}
