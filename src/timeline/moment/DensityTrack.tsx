import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { tickText } from '#domain/text/dates';
import { offsetAt } from '#domain/text/timeStep';
import { zoneAbbreviation } from '#domain/text/zoneNames';
import { LONGEST_BY_HOUR_MS } from '#domain/history/trackSpan';
import { BIN_MS, type RecordedMark, type TimelineData } from '#streams/recording/timeline';
import { useZoneTexts } from '../zone/TimelineZone.tsx';
import { Hatching, markColours, MarkShape } from './MarkShape.tsx';

/** The text of since when anything is held, for screens whose legend has no space for it. */
const HeldSince = chakra('text', {
  base: { fill: 'fg.muted', fontSize: '12px', stroke: 'bg.shell', strokeWidth: '4px', paintOrder: 'stroke', hideFrom: 'lg' },
});
const Track = chakra('div', { base: { position: 'relative', height: 'var(--track, 4rem)' } });
const Picture = chakra('svg', { base: { width: '100%', height: '44px', overflow: 'visible' } });
const Times = chakra('div', {
  base: {
    display: 'var(--times, block)',
    position: 'relative',
    height: '20px',
    color: 'fg.muted',
    textStyle: 'meta',
    fontVariantNumeric: 'tabular-nums',
  },
});
/** A time is centred below its instant, except the first and the last, which would exceed the track; a phone has room only for those. */
const Time = chakra('span', {
  base: { position: 'absolute' },
  variants: { isInside: { true: { translate: '-50%', mdDown: { display: 'none' } } } },
});
/** The shown moment, between the times of the ends. */
const Shown = chakra('div', {
  base: {
    display: 'var(--times, block)',
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    textAlign: 'center',
    textStyle: 'meta',
    fontWeight: 600,
    hideFrom: 'md',
  },
});

/** Maximum number of bars; each combines the bins that it covers. */
const BARS = 160;
const BAR_TOP = 14;
const BAR_HEIGHT = 30;
const BAR_COLOUR = 'var(--o-colors-fg-subtle)';
const TIMES = 5;
/** The vertical centre of marks, above the bars; that of notes is at the foot of the bars, because a note is often at the same place as an error. */
const MARK_Y = 6;
const NOTE_Y = BAR_TOP + BAR_HEIGHT - 6;

/** Returns the end of a mark on a track; an open mark ends with the track. */
export const endOf = ({ kind, at, to }: RecordedMark, end: number): number => (kind === 'connection' || kind === 'late' ? (to ?? end) : at);

interface Bar extends TimeSpan {
  readonly count: number;
}

/** Returns the bars of a span. Each covers whole bins and begins at a multiple of its width, so that bars keep their shape while the span moves. */
function barsOf(density: ReadonlyMap<number, number>, binMs: number, { from, to }: TimeSpan): readonly Bar[] {
  const widthMs = Math.max(1, Math.ceil((to - from) / BARS / binMs)) * binMs;
  const counts = new Map<number, number>();
  for (const [bin, count] of density) {
    const at = Math.floor(bin / widthMs) * widthMs;
    if (bin + binMs > from && bin <= to) counts.set(at, (counts.get(at) ?? 0) + count);
  }
  return [...counts].map(([at, count]) => ({ from: Math.max(from, at), to: Math.min(to, at + widthMs), count }));
}

/** The content of the track. */
export interface DensityProps extends TimeSpan, TimelineData {
  /** The word below the end of the track; if omitted, the time of the end. */
  readonly endWord: string | undefined;
  /** The shown moment as text, for screens on which it is shown only below the track. */
  readonly shownText?: string | undefined;
  /** The parts for which nothing is held, as far as known. */
  readonly unheld?: readonly TimeSpan[] | undefined;
  /** The oldest held instant, ms since epoch; null if it is unknown. */
  readonly heldFrom?: number | null | undefined;
}

interface Props extends DensityProps {
  /** The shown moment, after which bars are paler, and which is a line if the track contains it; null if there is none. */
  readonly shown: number | null;
  /** Rendered above the bars. */
  readonly children?: ReactNode;
}

/** The width of the track in units of its bars. */
const UNITS = 1_000;
const rounded = (units: number) => Math.round(units * 10) / 10;

/** Returns bars as one SVG path, because hundreds of elements that move every second would each need a layout. The highest bar has `most` events. */
function barsPath(bars: readonly Bar[], { from, to }: TimeSpan, most: number): string {
  const length = Math.max(1, to - from);
  const shapes = bars.map(({ from: at, to: end, count }) => {
    // The height grows with the square root, so that the many events of a sign-in do not dwarf the others.
    const height = rounded(Math.max(1, Math.sqrt(count / most) * BAR_HEIGHT));
    // A bar fills four fifths of its space.
    const width = rounded(((0.8 * (end - at)) / length) * UNITS);
    return `M${String(rounded(((at - from) / length) * UNITS))} ${String(BAR_TOP + BAR_HEIGHT)}v-${String(height)}h${String(width)}v${String(height)}z`;
  });
  return shapes.join('');
}

/** Renders a mark: its shape at its start, and a bar for its duration. */
function TrackMark({ mark, from, to }: TimeSpan & { readonly mark: RecordedMark }) {
  const shareOf = (at: number) => (Math.min(Math.max(at, from), to) - from) / Math.max(1, to - from);
  const [begin, end] = [shareOf(mark.at), shareOf(endOf(mark, to))];
  const percent = (share: number) => `${String(share * 100)}%`;
  return (
    <>
      {end > begin && <rect fill={markColours[mark.kind]} x={percent(begin)} width={percent(end - begin)} y={MARK_Y - 2} height={4} />}
      <svg x={percent(begin)} y={mark.kind === 'note' ? NOTE_Y : MARK_Y} overflow="visible">
        <MarkShape kind={mark.kind} />
      </svg>
    </>
  );
}

/** Renders the parts that are not held as hatched areas, and the oldest held instant as a line. */
function UnheldParts({
  from,
  to,
  unheld,
  heldFrom,
}: TimeSpan & { readonly unheld: readonly TimeSpan[]; readonly heldFrom: number | null }) {
  const hatching = useId();
  const { plain } = useZoneTexts();
  const shareOf = (at: number) => ((Math.min(Math.max(at, from), to) - from) / Math.max(1, to - from)) * 100;
  const xOf = (at: number) => `${String(shareOf(at))}%`;
  return (
    <>
      <Hatching id={hatching} />
      {unheld.map((part) => (
        <rect
          key={part.from}
          fill={`url(#${hatching})`}
          x={xOf(part.from)}
          y={BAR_TOP}
          width={`${String(shareOf(part.to) - shareOf(part.from))}%`}
          height={BAR_HEIGHT}
        />
      ))}
      {heldFrom !== null && heldFrom > from && heldFrom < to && (
        <line
          stroke="var(--o-colors-fg-muted)"
          strokeWidth={1.5}
          strokeDasharray="3 3"
          x1={xOf(heldFrom)}
          x2={xOf(heldFrom)}
          y1="0"
          y2="44"
        />
      )}
      {heldFrom !== null && heldFrom > from && heldFrom < to && (
        // On the side of the line on which nothing is held, if there is space.
        <HeldSince
          x={xOf(heldFrom)}
          dx={shareOf(heldFrom) > 35 ? -6 : 6}
          y={BAR_TOP + 19}
          textAnchor={shareOf(heldFrom) > 35 ? 'end' : 'start'}
        >
          since {plain.date(heldFrom)}
        </HeldSince>
      )}
    </>
  );
}

/** Returns the function that formats an instant of a track, with the name of the zone if the clock changes within the track. */
export function useTickText({ from, to }: TimeSpan): (at: number) => string {
  const { zone, plain } = useZoneTexts();
  const length = Math.max(1, to - from);
  const isNamed = length <= LONGEST_BY_HOUR_MS && offsetAt(from, zone) !== offsetAt(to, zone);
  return (at) => `${tickText(at, length, plain)}${isNamed ? ` ${zoneAbbreviation(at, zone)}` : ''}`;
}

/** Renders the density of events as bars, with marks. */
export function DensityTrack({
  from,
  to,
  shown,
  density,
  binMs = BIN_MS,
  marks,
  endWord,
  shownText,
  unheld = [],
  heldFrom = null,
  children,
}: Props) {
  const length = Math.max(1, to - from);
  const textOf = useTickText({ from, to });
  const xOf = (instant: number) => `${String(((instant - from) / length) * 100)}%`;
  const bars = barsOf(density, binMs, { from, to });
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const isLater = (bar: Bar) => bar.from > (shown ?? to);
  return (
    <Track>
      <Picture aria-hidden="true">
        {(unheld.length > 0 || heldFrom !== null) && <UnheldParts {...{ from, to, unheld, heldFrom }} />}
        <svg viewBox={`0 0 ${String(UNITS)} ${String(BAR_TOP + BAR_HEIGHT)}`} preserveAspectRatio="none" overflow="visible">
          <path
            fill={BAR_COLOUR}
            opacity={0.55}
            d={barsPath(
              bars.filter((bar) => !isLater(bar)),
              { from, to },
              most,
            )}
          />
          <path fill={BAR_COLOUR} opacity={0.25} d={barsPath(bars.filter(isLater), { from, to }, most)} />
        </svg>
        {marks
          .filter((mark) => endOf(mark, to) >= from && mark.at <= to)
          .map((mark) => (
            <TrackMark key={`${mark.kind} ${String(mark.at)} ${mark.serial ?? ''} ${mark.text}`} mark={mark} from={from} to={to} />
          ))}
        {shown !== null && shown >= from && shown <= to && (
          <line stroke="var(--o-colors-fg)" strokeWidth={2} x1={xOf(shown)} x2={xOf(shown)} y1="0" y2="44" />
        )}
      </Picture>
      {children}
      <Times className="times" aria-hidden="true">
        {Array.from({ length: TIMES }, (_, index) => {
          const instant = from + (length * index) / (TIMES - 1);
          const isLast = index === TIMES - 1;
          return (
            <Time key={index} isInside={index > 0 && !isLast} style={isLast ? { right: 0 } : { left: xOf(instant) }}>
              {(isLast ? endWord : undefined) ?? textOf(instant)}
            </Time>
          );
        })}
      </Times>
      {shownText !== undefined && <Shown aria-hidden="true">{shownText}</Shown>}
    </Track>
  );
}
