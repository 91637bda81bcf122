import { chakra } from '@chakra-ui/react';
import { dateTimeText, timeText } from '#domain/text/dates';
import { BIN_MS, type MarkKind, type RecordedMark } from './marks.ts';

const Track = chakra('div', {
  base: {
    position: 'relative',
    height: '64px',
    '& > svg': { display: 'block', width: '100%', height: '44px' },
    '& svg': { overflow: 'visible' },
    '& .bar': { fill: 'var(--o-colors-fg-subtle)', opacity: 0.55 },
    '& .bar.later': { opacity: 0.25 },
    '& .mark-error': { fill: 'var(--o-colors-error-solid)' },
    '& .mark-command': { fill: 'var(--o-colors-fg)' },
    '& .mark-connection, & .mark-gap': { fill: 'var(--o-colors-warning-solid)' },
    '& .head': { stroke: 'var(--o-colors-fg)', strokeWidth: 2 },
    '& .times': {
      display: 'flex',
      justifyContent: 'space-between',
      color: 'fg.muted',
      textStyle: 'meta',
      fontVariantNumeric: 'tabular-nums',
    },
    // The slider lies over the bars, so that every place of the track can be pressed and dragged.
    '& input': {
      position: 'absolute',
      inset: '0 0 20px',
      width: '100%',
      height: '44px',
      margin: 0,
      appearance: 'none',
      bg: 'transparent',
      cursor: 'pointer',
      borderRadius: 'control',
      '&::-webkit-slider-thumb': { appearance: 'none', width: '2px', height: '44px', bg: 'transparent' },
      '&::-moz-range-thumb': { width: '2px', height: '44px', border: 0, bg: 'transparent' },
    },
  },
});

/** At most this many bars are drawn; each joins the bins it covers. */
const BARS = 160;
const BAR_TOP = 14;
const BAR_HEIGHT = 30;
/** Step of the slider's keys, in ms. */
const STEP_MS = 1_000;
const TIMES = 5;

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Bar {
  readonly at: number;
  readonly count: number;
}

function barsOf(density: ReadonlyMap<number, number>, { from, to }: Span): readonly Bar[] {
  const width = Math.max(BIN_MS, (to - from) / BARS);
  const counts = new Map<number, number>();
  for (const [bin, count] of density) {
    const bar = Math.floor((Math.max(from, bin) - from) / width);
    if (bin + BIN_MS >= from && bin <= to) counts.set(bar, (counts.get(bar) ?? 0) + count);
  }
  return [...counts].map(([bar, count]) => ({ at: from + bar * width, count }));
}

const SHAPES: Readonly<Record<MarkKind, string>> = {
  error: 'M0 -5 L5 0 L0 5 L-5 0 Z',
  command: 'M0 -5 L5 4 L-5 4 Z',
  connection: 'M-4 -4 H4 V4 H-4 Z',
  gap: 'M-4 -4 H4 V4 H-4 Z',
};

interface Props extends Span {
  readonly at: number;
  readonly density: ReadonlyMap<number, number>;
  readonly marks: readonly RecordedMark[];
  readonly onSeek: (at: number) => void;
}

/** Renders how much happened when, with marks, and the slider "Moment" over it. */
export function TimelineTrack({ from, to, at, density, marks, onSeek }: Props) {
  const length = Math.max(STEP_MS, to - from);
  const xOf = (instant: number) => `${String(((instant - from) / length) * 100)}%`;
  const bars = barsOf(density, { from, to });
  // Four fifths of a bar's place.
  const barWidth = `${String(80 * Math.max(1 / BARS, BIN_MS / length))}%`;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const shown = Math.min(Math.max(at, from), to);
  return (
    <Track>
      <svg aria-hidden="true">
        {bars.map((bar) => {
          // By the root: the many events of a sign-in must not hide the others.
          const height = Math.max(1, Math.sqrt(bar.count / most) * BAR_HEIGHT);
          const className = bar.at > shown ? 'bar later' : 'bar';
          return (
            <rect key={bar.at} className={className} x={xOf(bar.at)} y={BAR_TOP + BAR_HEIGHT - height} width={barWidth} height={height} />
          );
        })}
        {marks
          .filter((mark) => mark.at >= from && mark.at <= to)
          .map((mark) => (
            <svg key={`${mark.kind} ${String(mark.at)} ${mark.text}`} x={xOf(mark.at)} y="6">
              <path className={`mark-${mark.kind}`} d={SHAPES[mark.kind]} />
            </svg>
          ))}
        <line className="head" x1={xOf(shown)} x2={xOf(shown)} y1="0" y2="44" />
      </svg>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={dateTimeText(shown)}
        min={from}
        max={to}
        step={STEP_MS}
        value={shown}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      <div className="times" aria-hidden="true">
        {Array.from({ length: TIMES }, (_, index) => (
          <span key={index}>{index === TIMES - 1 ? 'now' : timeText(from + (length * index) / (TIMES - 1))}</span>
        ))}
      </div>
    </Track>
  );
}
