import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { selectTickedAt } from '#state/clock';
import { DateTimeBox, type DateTimeTexts } from '#ui/form/DateTimeBox';
import { dateTimeTexts } from '#widgets/dateTimeTexts';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { ToolAlert } from '../bar/barParts.tsx';

interface Props {
  readonly label: string;
  readonly className?: string;
  /** Whether the field is part of the timeline's bar, which shows its problem above. */
  readonly isInBar?: boolean;
  /** The instant that the field shows unless the user edits it; null for a field that is empty until it gets the focus. */
  readonly at: number | null;
  /** Returns the instant with which typing begins. */
  readonly beginsAt: () => number;
  /** Called with each time that is typed or selected. */
  readonly onTime: (at: number) => void;
}

/**
 * Renders a field for an instant, to the second. The text is kept while the user edits it, even while the shown moment changes. Focusing the field selects the
 * whole text, so that typing replaces it; a second click edits it.
 */
export function MomentField({ label, className, isInBar = false, at, beginsAt, onTime }: Props) {
  const { liveStore } = useTimeTravel();
  const [begun, setBegun] = useState<number | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const isEntering = useRef(false);
  const texts: DateTimeTexts = {
    ...dateTimeTexts('second', 0),
    format: '02:40, 10 min ago',
    parse: (typed) => dateTimeTexts('second', selectTickedAt(liveStore.getState())).parse(typed),
    // A selected day keeps the time of day of the moment from which it is selected.
    onDay: (from, day) => dateTimeTexts('second', 0).onDay(from ?? beginsAt(), day),
  };
  const Problem = isInBar ? ToolAlert : 'span';
  return (
    <>
      <DateTimeBox
        size="sm"
        className={className}
        label={label}
        aria-label={label}
        title={label}
        aria-invalid={isUnreadable}
        texts={texts}
        at={begun ?? at}
        onAt={(wanted) => {
          if (wanted === null) return;
          if (begun !== null) setBegun(wanted);
          onTime(wanted);
        }}
        onUnreadable={setUnreadable}
        onFocus={({ currentTarget }) => {
          // Rendered at once, so that the selected text is that of the moment.
          flushSync(() => setBegun(beginsAt()));
          currentTarget.select();
        }}
        // A press would set the cursor after the focus.
        onMouseDown={({ currentTarget }) => {
          isEntering.current = currentTarget !== document.activeElement;
        }}
        onMouseUp={({ currentTarget }) => {
          if (isEntering.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
        }}
        onBlur={() => setBegun(null)}
        onKeyDown={({ key, currentTarget }) => {
          // The time is complete, so the keys of the timeline work again. An unreadable time can be edited further.
          if (key === 'Enter' && currentTarget.getAttribute('aria-invalid') !== 'true')
            (currentTarget.closest('section')?.querySelector<HTMLElement>('[type=range]') ?? currentTarget).focus();
        }}
      />
      {isUnreadable && <Problem role="alert">Write a time, such as 02:40, -10m, monday 22:00 or 26/11/2026 02:40:07.</Problem>}
    </>
  );
}
