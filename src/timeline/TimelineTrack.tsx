import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { useRef, useState, type PointerEvent } from 'react';
import type { TrackZoom } from '#domain/history/trackSpan';
import { useLogStore } from '#hooks/useAppSelector';
import { BIN_MS, type RecordedMark } from '#streams/recording/timeline';
import { useEarlierMoment } from '#widgets/EarlierMoment';
import { useComparedAt } from './moment/useComparedAt.ts';
import { DensityTrack, endOf, useTickText, type DensityProps } from './moment/DensityTrack.tsx';
import { ErrorFlag, markText } from './moment/ErrorFlag.tsx';
import { useTrackGestures } from './moment/useTrackGestures.ts';
import { useZoneTexts } from './zone/TimelineZone.tsx';

/** The slider is above the bars, so that every part of the track can be pressed and dragged. */
const Slider = chakra('input', {
  base: {
    position: 'absolute',
    inset: '0 0 20px',
    width: '100%',
    height: '44px',
    margin: 0,
    appearance: 'none',
    bg: 'transparent',
    cursor: 'pointer',
    // Touch gestures are handled by `useTrackGestures`: one finger moves the moment, two zoom.
    touchAction: 'none',
    borderRadius: 'control',
    // The sidebar would cover a ring outside.
    '&:focus-visible': { outlineOffset: '-2px' },
    '&::-webkit-slider-thumb': { appearance: 'none', width: '2px', height: '44px', bg: 'transparent' },
    '&::-moz-range-thumb': { width: '2px', height: '44px', border: 0, bg: 'transparent' },
  },
});
const Flag = chakra('span', {
  base: {
    position: 'absolute',
    top: '-3px',
    width: '16px',
    height: '16px',
    translate: '-50%',
    border: '1.5px solid',
    borderColor: 'fg',
    borderRadius: '3px',
    bg: 'bg.panel',
    color: 'fg',
    textAlign: 'center',
    fontSize: '11px',
    lineHeight: '13px',
    fontWeight: 700,
    // Presses and drags are passed on to the slider below it.
    pointerEvents: 'none',
    '&[data-filled]': { bg: 'fg', color: 'bg.panel' },
    // The pole, down to the bottom of the bars.
    _after: { content: '""', position: 'absolute', top: '100%', left: 'calc(50% - 0.75px)', width: '1.5px', height: '31px', bg: 'fg' },
  },
});

/** The time under a finger, above the track and the finger. */
const FingerTime = chakra('span', {
  base: {
    position: 'absolute',
    bottom: 'calc(100% + 4px)',
    zIndex: 'sticky',
    translate: '-50%',
    px: '8px',
    py: '2px',
    borderRadius: 'control',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
});

/** Step of the slider's keys, in ms. */
const STEP_MS = 1_000;
const LONG_STEP_MS = 10_000;
const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
]);

interface FlagProps extends TimeSpan {
  readonly letter: 'A' | 'B';
  readonly at: number;
}

/** Renders the flag of a compared moment, filled for B; nothing if the moment is outside the span. */
function MomentFlag({ letter, at, from, to }: FlagProps) {
  const { dateTime } = useZoneTexts();
  if (at < from || at > to) return null;
  const share = (at - from) / (to - from);
  return (
    <Flag
      role="img"
      aria-label={`${letter}, ${dateTime(at)}`}
      data-filled={letter === 'B' || undefined}
      // The sidebar would cover half of a flag at the start.
      style={{ left: `max(8px, ${String(share * 100)}%)` }}
    >
      {letter}
    </Flag>
  );
}

interface Props extends DensityProps {
  readonly at: number;
  /** The whole recording, of which the track may show only a part; the keys can leave that part. */
  readonly recorded: TimeSpan;
  readonly onSeek: (at: number) => void;
  readonly onZoom: (zoom: TrackZoom) => void;
  /** Whether a drag seeks only when it ends, because every moment on the way would have to be read from the server. */
  readonly seeksAtEnd?: boolean;
  /** True while a past moment is shown and playback is paused. */
  readonly isPaused: boolean;
}

/** Maximum distance in px between a mark and the pointer that selects it. */
const NEAR_PX = 8;

/** Returns the handler that shows the mark under the pointer as the tooltip of the slider, because the slider covers the marks. */
function useMarkTooltips({ marks, from, to }: DensityProps): (event: PointerEvent<HTMLInputElement>) => void {
  const store = useLogStore();
  const { time } = useZoneTexts();
  return ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const xOf = (at: number) => left + ((at - from) / Math.max(1, to - from)) * width;
    const distance = (mark: RecordedMark) => Math.max(xOf(mark.at) - clientX, clientX - xOf(endOf(mark, to)), 0);
    const near = marks.filter((mark) => distance(mark) <= NEAR_PX).toSorted((one, other) => distance(one) - distance(other));
    currentTarget.title = near.map((mark) => markText(store.getState(), mark, time)).join('\n');
  };
}

/** Returns the state of a drag: the instant that it has reached (null without a drag), and the functions that seek and handle presses. */
function useDrag(onSeek: (at: number) => void, seeksAtEnd: boolean) {
  const isPressed = useRef(false);
  const [draggedTo, setDraggedTo] = useState<number | null>(null);
  const end = () => {
    isPressed.current = false;
    setDraggedTo(null);
    if (draggedTo !== null) onSeek(draggedTo);
  };
  return {
    draggedTo,
    seek: (at: number) => {
      if (seeksAtEnd && isPressed.current) setDraggedTo(at);
      else onSeek(at);
    },
    presses: {
      onPointerDown: () => {
        isPressed.current = true;
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/**
 * Renders the track of the timeline: the density of events, the marks, the slider "Moment", and the flags A and B. Ctrl with the wheel and two
 * fingers zoom it.
 */
export function TimelineTrack({ at: shownAt, recorded, onSeek, onZoom, isPaused, seeksAtEnd = false, ...track }: Props) {
  const slider = useRef<HTMLInputElement>(null);
  const showMark = useMarkTooltips(track);
  const { from, to, binMs = BIN_MS } = track;
  const { draggedTo, seek, presses } = useDrag(onSeek, seeksAtEnd);
  const at = draggedTo ?? shownAt;
  const { earlier } = useEarlierMoment();
  const { dateTime } = useZoneTexts();
  const isComparing = useComparedAt() !== null;
  const end = Math.max(to, from + STEP_MS);
  // After a zoom, the moment may be outside the track.
  const shown = Math.min(Math.max(at, from), to);
  const tickText = useTickText({ from, to: end });
  const fingerAt = useTrackGestures({ from, to, onSeek: seek, onZoom }, slider);
  return (
    <DensityTrack {...track} to={end} shown={at}>
      <Slider
        ref={slider}
        type="range"
        data-track=""
        {...presses}
        onPointerMove={showMark}
        aria-label="Moment"
        aria-valuetext={dateTime(at)}
        min={from}
        max={to}
        // Every moment is a value of the slider; the arrow keys make longer steps.
        step={1}
        value={shown}
        onKeyDown={(event) => {
          const direction = DIRECTIONS.get(event.key);
          if (direction === undefined) return;
          event.preventDefault();
          const [step, longStep] = seeksAtEnd ? [binMs, 10 * binMs] : [STEP_MS, LONG_STEP_MS];
          const wanted = at + direction * (event.shiftKey ? longStep : step);
          onSeek(Math.min(Math.max(wanted, recorded.from), recorded.to));
        }}
        onChange={({ target }) => seek(Number(target.value))}
      />
      {isPaused && <ErrorFlag {...{ from, at, marks: track.marks }} to={end} />}
      {earlier !== null && <MomentFlag letter="A" at={earlier.at} from={from} to={end} />}
      {isComparing && <MomentFlag letter="B" at={at} from={from} to={end} />}
      {fingerAt !== null && (
        <FingerTime
          aria-hidden="true"
          style={{ left: `clamp(40px, ${String(((fingerAt - from) / (end - from)) * 100)}%, calc(100% - 40px))` }}
        >
          {tickText(fingerAt)}
        </FingerTime>
      )}
    </DensityTrack>
  );
}
