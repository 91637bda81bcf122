import { chakra } from '@chakra-ui/react';
import { dateTimeText } from '#domain/text/dates';
import { useEarlierMoment } from '#widgets/EarlierMoment';
import { DensityTrack, type DensityProps, type Span } from './DensityTrack.tsx';

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
    // The slider under it is pressed and dragged.
    pointerEvents: 'none',
    // The pole, down to the foot of the bars.
    _after: { content: '""', position: 'absolute', top: '100%', left: 'calc(50% - 0.75px)', width: '1.5px', height: '31px', bg: 'fg' },
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

/** Renders the flag of the moment that is marked as A; nothing while it is outside the span. */
function EarlierFlag({ from, to }: Span) {
  const { earlier } = useEarlierMoment();
  if (earlier === null || earlier.at < from || earlier.at > to) return null;
  const share = (earlier.at - from) / (to - from);
  return (
    // The sidebar would lie over the half of a flag at the begin.
    <Flag role="img" aria-label={`A, ${dateTimeText(earlier.at)}`} style={{ left: `max(8px, ${String(share * 100)}%)` }}>
      A
    </Flag>
  );
}

interface Props extends DensityProps {
  readonly at: number;
  /** All of the recording, of which the track may show a part: the keys lead out of it. */
  readonly recorded: Span;
  readonly onSeek: (at: number) => void;
}

/** Renders how much happened when, with marks, the slider "Moment" over it, and the flag of A. */
export function TimelineTrack({ at, recorded, onSeek, ...track }: Props) {
  const { from, to } = track;
  const end = Math.max(to, from + STEP_MS);
  const shown = Math.min(Math.max(at, from), to);
  return (
    <DensityTrack {...track} to={end} shown={shown}>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={dateTimeText(shown)}
        min={from}
        max={to}
        // Every moment is a value of the slider; the arrow keys make longer steps.
        step={1}
        value={shown}
        onKeyDown={(event) => {
          const direction = DIRECTIONS.get(event.key);
          if (direction === undefined) return;
          event.preventDefault();
          const wanted = shown + direction * (event.shiftKey ? LONG_STEP_MS : STEP_MS);
          onSeek(Math.min(Math.max(wanted, recorded.from), recorded.to));
        }}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      <EarlierFlag from={from} to={end} />
    </DensityTrack>
  );
}
