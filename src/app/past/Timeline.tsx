import { chakra } from '@chakra-ui/react';
import { Bookmark, ChevronDown, CircleAlert, Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { dateTimeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import type { Note } from '#edge/recorder/blockStore';
import { instantOfMinute } from '#domain/text/timeStep';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { Select } from '#ui/Select';
import { AccountButton } from './account/AccountButton.tsx';
import type { RecordedMark, TimelineData } from './marks.ts';
import { MomentButtons } from './MomentButtons.tsx';
import { NotesPanel } from './notes/NotesPanel.tsx';
import { useNotes } from './notes/useNotes.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { TimelineTrack } from './TimelineTrack.tsx';
import { useLiveSelector } from './useLiveSelector.ts';
import { PlayheadContext, useTimeTravel, type ShownRecording } from './TimeTravelContext.ts';
import type { TravelCommand } from './timeTravel.ts';

const Region = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '6px',
    px: { base: '12px', md: '0' },
    pe: { md: '16px' },
    py: '8px',
    color: 'fg',
    '& .row': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '12px', rowGap: '4px' },
    '& .moment': { fontSize: '16px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
    '& .behind': { color: 'fg.muted' },
    '& .buttons': { display: 'flex', alignItems: 'center', gap: '2px' },
    '& .end': { display: { base: 'contents', md: 'flex' }, alignItems: 'center', gap: '8px', ml: 'auto' },
    '& .speed': { width: '104px' },
    // On a phone: the moment, then the buttons, then what is used rarely.
    mdDown: {
      '& .moment, & .behind': { order: -2 },
      '& .close': { order: -1, ml: 'auto' },
      '& .goto': { order: 1 },
      '& .goto input': { width: '200px' },
    },
    '& [aria-pressed=true]': { bg: 'bg.emphasized' },
    '& .goto': { display: 'flex', whiteSpace: 'nowrap', alignItems: 'center', gap: '6px', color: 'fg.muted' },
    '& .goto input': { height: { base: '44px', lg: '28px' }, px: '8px', borderRadius: 'control', bg: 'bg.emphasized', color: 'fg' },
    '& .play': { bg: 'bg.inverse', color: 'fg.inverse', borderRadius: 'full', _hover: { bg: 'bg.inverse', color: 'fg.inverse' } },
  },
});

/** The speeds, as factors; negative ones play backwards. */
const SPEEDS = [0.1, 0.5, 1, 4, 16, 60, 100, -1, -4, -16] as const;
const speedText = (speed: number) => (speed < 0 ? `${String(-speed)}x back` : `${String(speed)}x`);

const isError = ({ kind }: RecordedMark) => kind === 'error';
const noteMark = (note: Note): RecordedMark => ({ kind: 'note', ...note });
const EMPTY: TimelineData = { density: new Map(), marks: [] };

interface ButtonsProps {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly errors: readonly RecordedMark[];
  readonly send: (command: TravelCommand) => void;
}

function PlayButtons({ isPlaying, speed, errors, send }: ButtonsProps) {
  return (
    <span className="buttons">
      <IconButton aria-label="Previous error" onClick={() => send({ kind: 'find', marks: errors, direction: -1 })}>
        <SkipBack aria-hidden="true" />
      </IconButton>
      <IconButton aria-label="Step back" onClick={() => send({ kind: 'step', by: -1 })}>
        <StepBack aria-hidden="true" />
      </IconButton>
      {isPlaying ? (
        <IconButton aria-label="Pause" className="play" onClick={() => send({ kind: 'pause' })}>
          <Pause aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton aria-label="Play" className="play" onClick={() => send({ kind: 'play', speed })}>
          <Play aria-hidden="true" />
        </IconButton>
      )}
      <IconButton aria-label="Step forward" onClick={() => send({ kind: 'step', by: 1 })}>
        <StepForward aria-hidden="true" />
      </IconButton>
      <IconButton aria-label="Next error" onClick={() => send({ kind: 'find', marks: errors, direction: 1 })}>
        <SkipForward aria-hidden="true" />
      </IconButton>
    </span>
  );
}

/** How far the shown moment is behind now, or into a recording. */
function placeText(isPast: boolean, at: number, now: number, recording: ShownRecording | undefined): string {
  if (recording !== undefined) return `${ageText(at - recording.from)} of ${ageText(recording.to - recording.from)}`;
  return isPast ? `${ageText(Math.max(0, now - at))} behind` : 'Live';
}

interface Props {
  readonly onClose: () => void;
}

/** Renders the timeline: what was recorded, the shown moment, and the controls to move it. */
export function Timeline({ onClose }: Props) {
  const { send, status$, timeline$, recording } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const [speed, setSpeed] = useState<number>(1);
  const status = useObservableState(status$, { from: null, problem: null });
  const { density, marks } = useObservableState(timeline$, EMPTY);
  const { notes, put } = useNotes();
  const [showsNotes, setShowsNotes] = useState(false);
  // By the console's own clock, like every instant of the log.
  const now = useLiveSelector(selectTickedAt);
  const past = playhead.kind === 'past' ? playhead : null;
  const at = past?.moment.at ?? now;
  const changeSpeed = (next: number) => {
    setSpeed(next);
    if (past?.speed != null) send({ kind: 'play', speed: next });
  };
  return (
    <Region aria-label="Timeline">
      <div className="row">
        {/* Live, the log plays by itself; pausing enters the past. */}
        <PlayButtons isPlaying={past === null || past.speed !== null} speed={speed} errors={marks.filter(isError)} send={send} />
        <span className="moment">{dateTimeText(at)}</span>
        <span className="behind">{placeText(past !== null, at, now, recording)}</span>
        <span className="end">
          {status.from !== null && <SaveButtons at={at} />}
          {status.from !== null && <MomentButtons at={at} isPast={past !== null} />}
          {status.from !== null && <AccountButton />}
          {status.from !== null && recording === undefined && (
            <IconButton aria-label="Notes" aria-expanded={showsNotes} onClick={() => setShowsNotes(!showsNotes)}>
              <Bookmark aria-hidden="true" />
            </IconButton>
          )}
          <label className="goto">
            Go to time
            <input
              type="datetime-local"
              onChange={({ target }) => {
                const wanted = instantOfMinute(target.value, undefined);
                if (wanted !== null) send({ kind: 'seek', at: wanted });
              }}
            />
          </label>
          <span className="speed">
            <Select
              label="Speed"
              size="sm"
              options={SPEEDS.map((one) => ({ value: String(one), label: speedText(one) }))}
              value={String(speed)}
              onValue={(next) => changeSpeed(Number(next))}
            />
          </span>
          {recording === undefined && (
            <Button size="sm" disabled={past === null} onClick={() => send({ kind: 'live' })}>
              Live
            </Button>
          )}
          <IconButton aria-label="Close timeline" className="close" onClick={onClose}>
            <ChevronDown aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {status.from === null ? (
        <p className="behind">
          {status.problem ?? 'Nothing is recorded yet.'} {status.problem !== null && <Link to="/profile/account">Recording</Link>}
        </p>
      ) : (
        <TimelineTrack
          from={status.from}
          to={recording?.to ?? now}
          at={at}
          density={density}
          marks={[...marks, ...notes.map(noteMark)]}
          endWord={recording === undefined ? 'now' : undefined}
          onSeek={(wanted) => send({ kind: 'seek', at: wanted })}
        />
      )}
      {showsNotes && status.from !== null && <NotesPanel notes={notes} at={at} put={put} />}
      {status.from !== null && status.problem !== null && (
        <p className="behind">
          <CircleAlert aria-hidden="true" /> {status.problem}
        </p>
      )}
    </Region>
  );
}
