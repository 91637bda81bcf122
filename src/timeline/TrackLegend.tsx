import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { dateText, dateTimeText, timeText } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import type { Span } from './moment/DensityTrack.tsx';
import type { MarkKind, RecordedMark } from '#streams/recording/timeline';
import { MARK_STYLES, SHAPES } from './moment/markShapes.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    color: 'fg.muted',
    textStyle: 'meta',
    fontVariantNumeric: 'tabular-nums',
    '& ul': { display: 'flex', flexWrap: 'wrap', columnGap: '14px', listStyle: 'none', m: 0, ms: 'auto', p: 0 },
    '& li': { display: 'flex', alignItems: 'center', gap: '5px', whiteSpace: 'nowrap' },
    '& svg': { display: 'block', width: '12px', height: '14px' },
    // The timeline must leave room for the screen: the span is read from the times of its ends, and the marks have one line.
    mdDown: {
      '& .span': { display: 'none' },
      '& ul': { flexWrap: 'nowrap', justifyContent: 'space-between', columnGap: '8px', mx: 'auto', fontSize: '12px', lineHeight: '16px' },
      '& li': { gap: '3px' },
      '& .rest': { display: 'none' },
    },
    ...MARK_STYLES,
  },
});

/** The meaning of a mark: its word, and the rest of its text where there is room. */
const WORDS: Readonly<Record<MarkKind, readonly [word: string, rest: string]>> = {
  error: ['Error', ''],
  command: ['Command', ''],
  connection: ['Connection', ' lost'],
  gap: ['Missing', ' events'],
  note: ['Note', ''],
};
const KINDS = ['error', 'command', 'connection', 'gap', 'note'] as const;

interface Props extends Span {
  readonly marks: readonly RecordedMark[];
  /** Whether the span ends now. */
  readonly isLive: boolean;
  /** Shown between the span and the marks. */
  readonly children?: ReactNode;
}

/** Renders the span of a track, and the meaning of its marks. */
export function TrackLegend({ from, to, marks, isLive, children }: Props) {
  const length = lengthText(to - from);
  const end = dateText(from) === dateText(to) ? timeText(to) : dateTimeText(to);
  const shown = KINDS.filter((kind) => marks.some((mark) => mark.kind === kind));
  return (
    <Line className="legend">
      <span className="span">
        {isLive ? `last ${length}` : length}, {dateTimeText(from)} to {end}
      </span>
      <chakra.span hideBelow="md">{children}</chakra.span>
      {shown.length > 0 && (
        <ul aria-label="Marks">
          {shown.map((kind) => (
            <li key={kind}>
              <svg viewBox="-6 -7 12 14" aria-hidden="true">
                <path className={`mark-${kind}`} d={SHAPES[kind]} />
              </svg>
              <span>
                {WORDS[kind][0]}
                <span className="rest">{WORDS[kind][1]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Line>
  );
}
