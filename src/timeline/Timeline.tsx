import { chakra } from '@chakra-ui/react';
import { Bookmark, ChevronDown, CircleAlert } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isOfDevice, screenAddress } from '#domain/addresses';
import type { Note } from '#past/recorder/blockStore';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectDeviceLabel } from '#state/referenceData';
import { Button } from '#ui/Button';
import { Select } from '#ui/Select';
import { ToolButton } from '#ui/ToolButton';
import { useShownDevice } from '#widgets/useSelectedSerial';
import { AccountButton } from './account/AccountButton.tsx';
import type { RecordedMark, TimelineData } from '#streams/recording/timeline';
import { MomentButtons } from './MomentButtons.tsx';
import { MomentField } from './moment/MomentField.tsx';
import { NotesPanel } from './notes/NotesPanel.tsx';
import { useNotes } from './notes/useNotes.ts';
import { PlayButtons } from './PlayButtons.tsx';
import { SaveButtons } from './SaveButtons.tsx';
import { MomentText, MomentTrack } from './ShownMoment.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useMomentKeys } from './useTimelineKeys.ts';

const Region = chakra('section', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: { base: '4px', md: '6px' },
    px: { base: '12px', md: '0' },
    // Room for the focus ring, which lies inside.
    ps: { md: '4px' },
    pe: { md: '12px' },
    py: { base: '4px', md: '8px' },
    color: 'fg',
    '&:focus-visible': { outlineOffset: '-2px' },
    '& .row': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: { base: '12px', xl: '16px' }, rowGap: { md: '4px' } },
    '& .moment': { fontSize: '16px', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    // One row has no room for the date; the banner and the legend show it.
    '& .date': { display: { lg: 'none', xl: 'inline' } },
    // Every word has equal width, so that the elements beside it do not move.
    '& span.behind': { minWidth: '36px' },
    '& .behind': { color: 'fg.muted', whiteSpace: 'nowrap' },
    '& p.behind': { display: 'flex', alignItems: 'center', gap: '6px', whiteSpace: 'normal', '& svg': { flex: 'none' } },
    '& .buttons': { display: 'flex', alignItems: 'center', gap: '2px' },
    '& .end': { display: { base: 'contents', md: 'flex' }, alignItems: 'center', gap: '8px', ml: 'auto' },
    '& .tools': { display: 'flex', alignItems: 'center', gap: { md: '2px' }, minWidth: 0 },
    // The reason for a failed action is above the buttons: a line among them would move them.
    '& [role=alert]': {
      position: 'absolute',
      insetEnd: { base: '12px', md: '16px' },
      bottom: 'calc(100% - 4px)',
      zIndex: 'sticky',
      maxWidth: '420px',
      px: '12px',
      py: '8px',
      borderRadius: 'control',
      bg: 'bg.inverse',
      color: 'fg.inverse',
    },
    '& .speed': { width: { base: '104px', lg: '96px' } },
    '& .close': { ml: { md: '6px' } },
    // A phone has one row with the controls that move the moment and the exit, then the tools, as many per row as fit. The moment stands under the track.
    mdDown: {
      gap: '6px',
      '& .row': { columnGap: 0, rowGap: '6px' },
      '& .row > .moment, & .row > .behind': { display: 'none' },
      '& .tools': { display: 'contents' },
      '& .tools > *': { flex: '1 0 48px', width: 'auto' },
      '& .buttons, & .speed, & .tools > .close': { order: -1, flex: 'none' },
      '& .speed': { width: '72px', ml: 'auto' },
      '& .tools > .close': { width: '44px' },
      '& .tools > .live': { flex: 'none', width: '44px', px: 0 },
      '& .tools > .goto': { flex: '1 0 190px' },
      '& .tools > [role=alert]': { flex: 'none' },
    },
    // One row has room for the words.
    '@media (min-width: 1440px) and (min-height: 501px)': {
      '& .word': { display: 'block' },
      '& .tools > button:not(.live), & .buttons > button:not(.play)': { width: 'auto', minWidth: '36px', px: '4px', height: '36px' },
    },
    // Only two rows fit beside a screen.
    '@media (max-width: 359px)': { '& .speed': { display: 'none' } },
    '& [aria-pressed=true]': { bg: 'bg.emphasized' },
    // The usual background of controls is that of the shell behind them.
    '& .live, & .speed select, & [role=radiogroup]': { bg: 'bg.emphasized' },
    '& .live': { me: '6px' },
    '& .goto': { flex: 'none', width: { base: '196px', lg: '190px' }, height: { lg: '28px' }, bg: 'bg.emphasized' },
    '& .play': { bg: 'bg.inverse', color: 'fg.inverse', borderRadius: 'full', _hover: { bg: 'bg.inverse', color: 'fg.inverse' } },
    // A phone in landscape has no room for the legend.
    '@media (max-height: 500px)': { '& .legend': { display: 'none' } },
    // On a very low screen only the controls that move the moment stay.
    '@media (max-height: 400px)': {
      '& .tools > :not(.live, .close, [role=alert]), & .speed, & .times, & .track > .shown': { display: 'none' },
      '& .track': { height: '44px' },
    },
    // A height as at a zoom of 400 %: only one row with play, track and exit stays.
    '@media (max-height: 300px)': {
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      '& .row': { flexWrap: 'nowrap' },
      '& .buttons > :not(.play), & .live, & .moment, & .behind': { display: 'none' },
    },
  },
});

/** The speeds, as factors; negative ones play backwards. */
const SPEEDS = [0.1, 0.5, 1, 4, 16, 60, 100, -1, -4, -16] as const;
const speedText = (speed: number) => (speed < 0 ? `${String(-speed)}x back` : `${String(speed)}x`);

const isError = ({ kind }: RecordedMark) => kind === 'error';
/** Returns the errors to go to, and their device: on a page of a device, only the errors of that device, so that the page shows each. */
function useErrorsToGoTo(marks: readonly RecordedMark[]) {
  const { pathname } = useLocation();
  const device = useShownDevice(isOfDevice(pathname));
  const errors = marks.filter((mark) => isError(mark) && (device === null || mark.serial === device.serial));
  const of = useAppSelector((s) => (device === null ? null : selectDeviceLabel(s, device.serial)));
  return { errors, of };
}

const noteMark = (note: Note): RecordedMark => ({ kind: 'note', ...note });
const EMPTY: TimelineData = { density: new Map(), marks: [] };

/** Renders the field "Go to time", which begins at the shown moment. */
function TimeField() {
  const { send, shownAt } = useTimeTravel();
  return <MomentField className="goto" label="Go to time" at={null} beginsAt={shownAt} onTime={(at) => send({ kind: 'seek', at })} />;
}

/** Takes the focus at the opening, if wanted, and returns it at the end. */
function useFocusAtOpening(isWanted: boolean): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  const [takesFocus] = useState(isWanted);
  useEffect(() => {
    if (!takesFocus) return undefined;
    const before = document.activeElement;
    region.current?.focus();
    return () => {
      // The focus is lost when its element is removed.
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [takesFocus]);
  return region;
}

interface Props {
  /** Whether a key opened the timeline: then the keyboard continues in it. */
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
}

interface ToolsProps {
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
  /** Whether the recording has content that can be marked, saved and listed. */
  readonly isRecorded: boolean;
  /** Whether the notes are shown; undefined where notes are impossible. */
  readonly showsNotes: boolean | undefined;
  readonly onNotes: () => void;
  readonly onClose: () => void;
}

/** Renders the end of the row: speed, the way to a time and to now, the actions on a moment, notes, and the exit. */
function Tools({ speed, onSpeed, isRecorded, showsNotes, onNotes, onClose }: ToolsProps) {
  const { isPast, send, recording } = useTimeTravel();
  return (
    <span className="end">
      <span className="speed">
        <Select
          label="Speed"
          size="sm"
          options={SPEEDS.map((one) => ({ value: String(one), label: speedText(one) }))}
          value={String(speed)}
          onValue={(next) => onSpeed(Number(next))}
        />
      </span>
      <span className="tools">
        {recording === undefined && (
          <Button size="sm" className="live" disabled={!isPast} onClick={() => send({ kind: 'live' })}>
            Live
          </Button>
        )}
        <TimeField />
        {isRecorded && (
          <>
            <MomentButtons />
            <SaveButtons />
            <AccountButton />
          </>
        )}
        {showsNotes !== undefined && (
          <ToolButton aria-label="Notes" word="Notes" aria-expanded={showsNotes} onClick={onNotes}>
            <Bookmark aria-hidden="true" />
          </ToolButton>
        )}
        <ToolButton aria-label="Close timeline" word="Close" className="close" onClick={onClose}>
          <ChevronDown aria-hidden="true" />
        </ToolButton>
      </span>
    </span>
  );
}

/**
 * Renders the bar of the timeline: the recording, the shown moment, and the controls to move it. Only the parts that show the moment render
 * with it.
 */
export function Timeline({ takesFocus = false, onClose }: Props) {
  const region = useFocusAtOpening(takesFocus);
  const { isPast, isPlaying, send, status$, timeline$, recording } = useTimeTravel();
  const [speed, setSpeed] = useState<number>(1);
  useMomentKeys(speed);
  const { from, problem } = useObservableState(status$, { from: null, problem: null });
  const { density, marks } = useObservableState(timeline$, EMPTY);
  const shownErrors = useErrorsToGoTo(marks);
  const { notes, put } = useNotes();
  const [showsNotes, setShowsNotes] = useState(false);
  const changeSpeed = (next: number) => {
    setSpeed(next);
    if (isPast && isPlaying) send({ kind: 'play', speed: next });
  };
  const hasNotes = from !== null && (recording === undefined || notes.length > 0);
  return (
    <Region ref={region} tabIndex={-1} aria-label="Timeline">
      <div className="row">
        {/* While live, the log plays by itself; pausing enters the past. */}
        <PlayButtons {...{ isPlaying, speed, send, ...shownErrors }} />
        <MomentText />
        <Tools
          {...{ speed, onClose }}
          onSpeed={changeSpeed}
          isRecorded={from !== null}
          showsNotes={hasNotes ? showsNotes : undefined}
          onNotes={() => setShowsNotes(!showsNotes)}
        />
      </div>
      {from === null ? (
        <p className="behind">
          {problem ?? 'Nothing is recorded yet.'} {problem !== null && <Link to={screenAddress('/profile/account')}>Recording</Link>}
        </p>
      ) : (
        <MomentTrack {...{ from, density }} marks={[...marks, ...notes.map(noteMark)]} />
      )}
      {showsNotes && from !== null && <NotesPanel notes={notes} put={recording === undefined ? put : null} />}
      {from !== null && problem !== null && (
        <p className="behind">
          <CircleAlert aria-hidden="true" /> {problem}
        </p>
      )}
    </Region>
  );
}
