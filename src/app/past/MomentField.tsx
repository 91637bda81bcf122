import { useLayoutEffect, useRef } from 'react';
import { instantOfMinute, localMinute } from '#domain/text/timeStep';

/** The text of an instant in the field: `2026-03-04T14:05:09`. */
const localSecond = (at: number) => `${localMinute(at, undefined)}:${String(Math.floor(at / 1_000) % 60).padStart(2, '0')}`;

/** The instant of a text in the field, from which a browser may leave out seconds that are 0; null while it is incomplete. */
function instantOfSecond(text: string): number | null {
  const minute = instantOfMinute(text.slice(0, 16), undefined);
  return minute === null ? null : minute + Number(text.slice(17)) * 1_000;
}

interface Props {
  readonly label: string;
  readonly className?: string;
  /** The instant that the field shows unless a person types in it; null: it is empty until it gets the focus. */
  readonly at: number | null;
  /** Returns the instant with which typing begins. */
  readonly beginsAt: () => number;
  /** Called with each complete time that is typed or picked. */
  readonly onTime: (at: number) => void;
}

/** Renders a field for an instant, to the second. */
export function MomentField({ label, className, at, beginsAt, onTime }: Props) {
  const field = useRef<HTMLInputElement>(null);
  // The browser says again that the focus came when a picked time replaces the parts of the field.
  const isFocused = useRef(false);
  const show = (instant: number | null) => {
    if (field.current !== null && instant !== null) field.current.value = localSecond(instant);
  };
  useLayoutEffect(() => {
    if (!isFocused.current) show(at);
  }, [at]);
  return (
    <input
      ref={field}
      className={className}
      type="datetime-local"
      step={1}
      aria-label={label}
      title={label}
      onKeyDown={({ key, currentTarget }) => {
        // The time is typed: the keys of the timeline mean something again.
        if (key === 'Enter') (currentTarget.closest('section')?.querySelector<HTMLElement>('[type=range]') ?? currentTarget).focus();
      }}
      onFocus={() => {
        if (!isFocused.current) show(beginsAt());
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
        show(at);
      }}
      onChange={({ target }) => {
        const wanted = instantOfSecond(target.value);
        if (wanted !== null) onTime(wanted);
      }}
    />
  );
}
