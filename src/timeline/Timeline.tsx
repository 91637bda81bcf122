import { chakra } from '@chakra-ui/react';
import { Bookmark, ChevronDown, CircleAlert, FastForward } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isOfDevice, screenAddress } from '#domain/addresses';
import type { TimeSpan } from '#domain/text/timeUnits';
import type { BookNote } from '#past/recorder/noteBook';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectDeviceLabel } from '#state/referenceData';
import { Button } from '#ui/Button';
import { Select } from '#ui/Select';
import { useShownDevice } from '#widgets/useSelectedSerial';
import { AccountButton } from './account/AccountButton.tsx';
import type { RecordedMark, TimelineData } from '#streams/recording/timeline';
import { MomentButtons } from './MomentButtons.tsx';
import { MomentField } from './moment/MomentField.tsx';
import { NotesPanel } from './notes/NotesPanel.tsx';
import { useNotes } from './notes/useNotes.ts';
import { type Pace, playAt, speedOptions, USUAL_PACE } from './pace.ts';
import { PlayButtons } from './PlayButtons.tsx';
import { SaveButtons } from './SaveButtons.tsx';
import { barLooks, CloseTool, End, Problem, Region, Row, SkipTool, Speed, Tool, Tools } from './bar/barParts.tsx';
import { MomentText, MomentTrack } from './ShownMoment.tsx';
import { TimelineZoneProvider } from './zone/TimelineZone.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { HistoryDay } from '#past/history/historyDays';
import { useMomentKeys } from './useTimelineKeys.ts';

const LiveButton = chakra(Button, { base: barLooks.live });
const GoToField = chakra(MomentField, { base: barLooks.goTo });

const isError = ({ kind }: RecordedMark) => kind === 'error';
/**
 * Returns the errors to which the buttons lead, and their device; on a page of a device, only the errors of that device, so that the page shows each of them.
 */
function useErrorsToGoTo(marks: readonly RecordedMark[]) {
  const { pathname } = useLocation();
  const device = useShownDevice(isOfDevice(pathname));
  const errors = marks.filter((mark) => isError(mark) && (device === null || mark.serial === device.serial));
  const of = useAppSelector((s) => (device === null ? null : selectDeviceLabel(s, device.serial)));
  return { errors, of };
}

const noteMark = ({ at, text, bookmark }: BookNote): RecordedMark => {
  const author = bookmark?.author ?? null;
  return { kind: 'note', at, text: author === null ? text : `${author}: ${text}` };
};

/** Returns the marks to which the keys go: on a page of a device those of the device, elsewhere all, with the notes of the track. */
function useMarksToGoTo(marks: readonly RecordedMark[], notes: readonly BookNote[], { from, to }: TimeSpan): readonly RecordedMark[] {
  const { pathname } = useLocation();
  const device = useShownDevice(isOfDevice(pathname));
  if (device !== null) return marks.filter((mark) => mark.serial === device.serial);
  const within = notes.filter(({ at }) => at >= from && at < to);
  return [...marks, ...within.map(noteMark)].toSorted((one, other) => one.at - other.at);
}

const EMPTY: TimelineData = { density: new Map(), marks: [] };

/** Renders the field "Go to time", which starts at the shown moment. */
function TimeField() {
  const { send, shownAt } = useTimeTravel();
  return <GoToField isInBar label="Go to time" at={null} beginsAt={shownAt} onTime={(at) => send({ kind: 'seek', at })} />;
}

/** Takes the focus when the timeline opens, if wanted, and returns it when the timeline closes. */
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
  /** Whether a key opened the timeline, so that the keyboard focus moves into it. */
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
}

interface ToolsProps {
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
  /** Whether there are moments that can be linked, marked and compared. */
  readonly hasMoments: boolean;
  /** Whether the recording has content that can be saved and listed. */
  readonly isRecorded: boolean;
  /** Whether the notes are shown; undefined if notes are not possible. */
  readonly showsNotes: boolean | undefined;
  readonly onNotes: () => void;
  readonly onClose: () => void;
}

/** Renders the end of the row: speed, the field for a time, the button to return to now, the actions on a moment, notes, and the exit. */
function RowEnd({ pace, onPace, hasMoments, isRecorded, showsNotes, onNotes, onClose }: ToolsProps) {
  const { isPast, send, recording } = useTimeTravel();
  return (
    <End>
      <Speed>
        <Select
          label="Speed"
          size="sm"
          options={speedOptions}
          value={String(pace.speed)}
          onValue={(next) => onPace({ ...pace, speed: Number(next) })}
        />
      </Speed>
      <Tools>
        {recording === undefined && (
          <LiveButton size="sm" disabled={!isPast} onClick={() => send({ kind: 'live' })}>
            Live
          </LiveButton>
        )}
        <TimeField />
        {hasMoments && (
          <>
            <SkipTool
              aria-label="Skip the quiet"
              word="Skip"
              title="Play only what is near a mark"
              aria-pressed={pace.skipsQuiet}
              onClick={() => onPace({ ...pace, skipsQuiet: !pace.skipsQuiet })}
            >
              <FastForward aria-hidden="true" />
            </SkipTool>
            <MomentButtons />
          </>
        )}
        {isRecorded && (
          <>
            <SaveButtons />
            <AccountButton />
          </>
        )}
        {showsNotes !== undefined && (
          <Tool aria-label="Notes" word="Notes" aria-expanded={showsNotes} onClick={onNotes}>
            <Bookmark aria-hidden="true" />
          </Tool>
        )}
        <CloseTool aria-label="Close timeline" word="Close" onClick={onClose}>
          <ChevronDown aria-hidden="true" />
        </CloseTool>
      </Tools>
    </End>
  );
}

/**
 * Renders the bar of the timeline: the recording, the shown moment, and the controls to move it. Only the parts that show the moment render when it changes.
 */
export function Timeline(props: Props) {
  return (
    <TimelineZoneProvider>
      <Bar {...props} />
    </TimelineZoneProvider>
  );
}

function Bar({ takesFocus = false, onClose }: Props) {
  const region = useFocusAtOpening(takesFocus);
  const { isPast, isPlaying, send, status$, timeline$, recording, dayAt } = useTimeTravel();
  const [pace, setPace] = useState(USUAL_PACE);
  const { from, problem } = useObservableState(status$, { from: null, problem: null });
  const own = useObservableState(timeline$, EMPTY);
  const [day, setDay] = useState<HistoryDay | null>(null);
  const { marks } = day ?? own;
  const shownErrors = useErrorsToGoTo(marks);
  const { notes, put, isOnServer, hasOlder } = useNotes();
  const [showsNotes, setShowsNotes] = useState(false);
  const marksToGoTo = useMarksToGoTo(marks, notes, day ?? { from: from ?? Infinity, to: Infinity });
  const changePace = (next: Pace) => {
    setPace(next);
    if (isPast && isPlaying) send(playAt(next, marksToGoTo));
  };
  const play = () => send(playAt(pace, marksToGoTo));
  useMomentKeys({ play, onSpeed: (speed) => changePace({ ...pace, speed }), marks: marksToGoTo, from: day?.from ?? from });
  // A past moment of the server's history has a track even without a recording of this browser.
  const hasTrack = from !== null || (isPast && dayAt !== undefined);
  const hasNotes = (from !== null || isOnServer === true) && (recording === undefined || notes.length > 0);
  return (
    <Region ref={region} tabIndex={-1} aria-label="Timeline">
      <Row>
        {/* In the live state, the log plays by itself; pausing enters the past. */}
        <PlayButtons {...{ isPlaying, play, send, ...shownErrors }} />
        <MomentText />
        <RowEnd
          {...{ pace, onClose }}
          onPace={changePace}
          hasMoments={hasTrack}
          isRecorded={from !== null}
          showsNotes={hasNotes ? showsNotes : undefined}
          onNotes={() => setShowsNotes(!showsNotes)}
        />
      </Row>
      {hasTrack && <MomentTrack {...{ ...own, from, day, onDay: setDay }} notes={notes.map(noteMark)} />}
      {from === null && (!hasTrack || problem !== null) && (
        <Problem>
          {problem ?? 'Nothing is recorded yet.'} {problem !== null && <Link to={screenAddress('/profile/account')}>Recording</Link>}
        </Problem>
      )}
      {showsNotes && hasNotes && (
        <NotesPanel {...{ notes, hasOlder }} isOnServer={isOnServer === true} put={recording === undefined ? put : null} />
      )}
      {from !== null && problem !== null && (
        <Problem>
          <CircleAlert aria-hidden="true" /> {problem}
        </Problem>
      )}
    </Region>
  );
}
