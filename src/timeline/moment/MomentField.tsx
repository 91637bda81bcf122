import { useContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { chakra } from '@chakra-ui/react';
import { typedTime, type TypedTime } from '#domain/text/typedTime';
import { existsTwice, zoneAbbreviation } from '#domain/text/zoneNames';
import { selectTickedAt } from '#state/clock';
import { DateTimeBox, type DateTimeTexts } from '#ui/form/DateTimeBox';
import { isEnter } from '#ui/keyTargets';
import { dateTimeTexts } from '#widgets/dateTimeTexts';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import { ToolAlert } from '../bar/barParts.tsx';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

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

const Other = chakra('button', { base: { fontWeight: 600, textDecoration: 'underline', textUnderlineOffset: '3px' } });

/** Returns why a typed text is not an instant. */
function problemText(read: TypedTime, { plain, zone }: ReturnType<typeof useZoneTexts>): string {
  if (read.kind !== 'skipped') return 'Write a time, such as 02:40, -10m, monday 22:00 or 26/11/2026 02:40:07.';
  const { at, before, after } = read.change;
  const name = `${zoneAbbreviation(at - 1, zone)} to ${zoneAbbreviation(at, zone)}`;
  return `This time does not exist: on ${plain.date(at)} the clock goes from ${before} to ${after}, ${name}.`;
}

interface TwiceProps {
  /** The two instants of a local time, ms since epoch. */
  readonly both: readonly [number, number];
  /** The instant of the field; null for the shown moment. */
  readonly at: number | null;
  readonly isInBar: boolean;
  readonly onTime: (at: number) => void;
}

/** If the shown instant is one of two with the same local time, renders which of them it is, and a button to the other. */
function TwiceNote({ both: [first, second], at, isInBar, onTime }: TwiceProps) {
  const playhead = useContext(PlayheadContext);
  const { plain, zone } = useZoneTexts();
  const shown = at ?? (playhead.kind === 'past' ? playhead.moment.at : null);
  if (shown !== first && shown !== second) return null;
  const [other, word] = shown === first ? [second, 'first'] : [first, 'second'];
  const Note = isInBar ? ToolAlert : 'span';
  return (
    <Note role="status">
      {plain.time(shown)} exists twice that day; this is the {word}, {zoneAbbreviation(shown, zone)}.{' '}
      <Other type="button" onClick={() => onTime(other)}>
        Go to the other, {zoneAbbreviation(other, zone)}
      </Other>
    </Note>
  );
}

/**
 * Renders a field for an instant, to the second, in the zone of the timeline. The text is kept while the user edits it, even while the shown moment
 * changes. Focusing the field selects the whole text, so that typing replaces it; a second click edits it.
 */
export function MomentField({ label, className, isInBar = false, at, beginsAt, onTime }: Props) {
  const { liveStore } = useTimeTravel();
  const [begun, setBegun] = useState<number | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [read, setRead] = useState<TypedTime>({ kind: 'unreadable' });
  const zoneTexts = useZoneTexts();
  const { zone } = zoneTexts;
  const isEntering = useRef(false);
  const texts: DateTimeTexts = {
    ...dateTimeTexts('second', 0, zone),
    text: (instant) =>
      `${dateTimeTexts('second', 0, zone).text(instant)}${existsTwice(instant, zone) ? ` ${zoneAbbreviation(instant, zone)}` : ''}`,
    format: '02:40, 10 min ago',
    parse: (typed) => {
      const now = selectTickedAt(liveStore.getState());
      const found = typedTime(typed, { now, zone });
      setRead(found);
      return found.kind === 'instant' ? found.at - (found.at % 1_000) : null;
    },
    // A selected day keeps the time of day of the moment from which it is selected.
    onDay: (from, day) => dateTimeTexts('second', 0, zone).onDay(from ?? beginsAt(), day),
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
        onKeyDown={(event) => {
          const { currentTarget } = event;
          if (!isEnter(event) || currentTarget.getAttribute('aria-invalid') === 'true') return;
          // The time is complete, so the keys of the timeline work again, also before there is a slider. An unreadable time can be edited further.
          const timeline = currentTarget.closest('section');
          (timeline?.querySelector<HTMLElement>('[type=range]') ?? timeline)?.focus();
        }}
      />
      {isUnreadable && <Problem role="alert">{problemText(read, zoneTexts)}</Problem>}
      {!isUnreadable && read.kind === 'instant' && read.other !== null && (
        <TwiceNote both={[read.at, read.other]} {...{ at, isInBar, onTime }} />
      )}
    </>
  );
}
