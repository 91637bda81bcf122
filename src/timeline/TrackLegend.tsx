import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { lengthText } from '#domain/text/duration';
import { DAY_MS, HOUR_MS, type TimeSpan } from '#domain/text/timeUnits';
import type { MarkKind, RecordedMark } from '#streams/recording/timeline';
import { offsetAt } from '#domain/text/timeStep';
import { zoneAbbreviation } from '#domain/text/zoneNames';
import { Hatching, MarkShape } from './moment/MarkShape.tsx';
import { useZoneTexts } from './zone/TimelineZone.tsx';

const Line = chakra('div', {
  base: {
    display: 'var(--legend, flex)',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    color: 'fg.muted',
    textStyle: 'meta',
    fontVariantNumeric: 'tabular-nums',
  },
});
// The timeline must leave room for the screen of a phone, so the span is shown only by the times of its ends, and the marks have one line.
const Marks = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '14px',
    listStyle: 'none',
    ms: 'auto',
    mdDown: { flexWrap: 'nowrap', justifyContent: 'space-between', columnGap: '8px', me: 'auto', fontSize: '12px', lineHeight: '16px' },
  },
});
// Its buttons extend into the space around the line, so that they do not make it higher.
const Choice = chakra('span', { base: { display: 'var(--choice, flex)', my: '-4px', mdDown: { display: 'none' } } });
const Mark = chakra('li', { base: { display: 'flex', alignItems: 'center', gap: { base: '3px', md: '5px' }, whiteSpace: 'nowrap' } });

/** The meaning of a mark: its word and, if there is room, the rest of its text. */
const WORDS: Readonly<Record<MarkKind, readonly [word: string, rest: string]>> = {
  error: ['Error', ''],
  command: ['Command', ''],
  connection: ['Connection', ' lost'],
  gap: ['Missing', ' events'],
  note: ['Note', ''],
  offline: ['Offline', ''],
  late: ['Late', ' reports'],
};
const KINDS = ['error', 'command', 'connection', 'gap', 'offline', 'late', 'note'] as const;

/** A remark about a span. */
export interface TrackRemark {
  readonly text: string;
  /** The devices without space for it: a phone, or also a tablet. There, only screen readers get it, because the track shows what it explains. */
  readonly hiddenOn?: 'phone' | 'tablet';
}

const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
const Remark = chakra('span', { variants: { hiddenOn: { phone: { mdDown: unseen }, tablet: { lgDown: unseen } } } });

interface Props extends TimeSpan {
  readonly marks: readonly RecordedMark[];
  /** Whether the span ends now. */
  readonly isLive: boolean;
  /** Whether there are parts of the span in which no device reported, as far as data is held. */
  readonly hasUnheld?: boolean;
  /** Remarks about the span, e.g. since when it is held. */
  readonly remarks?: readonly TrackRemark[];
  /** Shown next to the times of the span: their zone, and the view of the past. */
  readonly beside: ReactNode;
  /** Shown between the span and the marks. */
  readonly children?: ReactNode;
}

/** Renders the span of a track, and the meaning of its marks. */
export function TrackLegend({ from, to, marks, isLive, hasUnheld = false, remarks = [], beside, children }: Props) {
  const hatching = useId();
  const length = to - from;
  const lengthWords = `${isLive ? 'last ' : ''}${lengthText(length)}`;
  const { zone, plain } = useZoneTexts();
  // The zone's name at the shown moment is shown next to the span; the ends need theirs only if the clock changes in between.
  const isChanged = offsetAt(from, zone) !== offsetAt(to, zone);
  const named = (at: number, text: string) => (isChanged ? `${text} ${zoneAbbreviation(at, zone)}` : text);
  const end = named(to, plain.date(from) === plain.date(to) ? plain.time(to) : plain.dateTime(to));
  // The times of day of a long span have no meaning, and would leave no space for remarks.
  const span =
    length > DAY_MS + HOUR_MS
      ? `${plain.date(from)} to ${isLive ? 'now' : plain.date(to)}`
      : `${lengthWords}, ${named(from, plain.dateTime(from))} to ${end}`;
  const shown = KINDS.filter((kind) => marks.some((mark) => mark.kind === kind));
  return (
    <Line>
      <chakra.span hideBelow="md">{span}</chakra.span>
      {beside}
      <Choice>{children}</Choice>
      {remarks.map(({ text, hiddenOn }) => (
        <Remark key={text} hiddenOn={hiddenOn}>
          {text}
        </Remark>
      ))}
      {(shown.length > 0 || hasUnheld) && (
        <Marks aria-label="Marks">
          {shown.map((kind) => (
            <Mark key={kind}>
              <svg viewBox="-6 -7 12 14" width="12" height="14" aria-hidden="true">
                <MarkShape kind={kind} />
              </svg>
              <span>
                {WORDS[kind][0]}
                <chakra.span hideBelow="md">{WORDS[kind][1]}</chakra.span>
              </span>
            </Mark>
          ))}
          {hasUnheld && (
            <Mark>
              <svg viewBox="0 0 12 14" width="12" height="14" aria-hidden="true">
                <Hatching id={hatching} />
                <rect fill={`url(#${hatching})`} width={12} height={14} />
              </svg>
              <span>No reports</span>
            </Mark>
          )}
        </Marks>
      )}
    </Line>
  );
}
