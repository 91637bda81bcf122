import type { TimeSpan } from '#domain/text/timeUnits';
import { chakra } from '@chakra-ui/react';
import { Global } from '@emotion/react';
import { useEffect, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { deviceLink } from '#domain/addresses';
import { timeText } from '#domain/text/dates';
import { codeText } from '#domain/errorCodes/errorCode';
import { selectErrorText, selectDeviceLabel } from '#state/referenceData';
import type { RootState } from '#state/store';
import { useAppSelector } from '#hooks/useAppSelector';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { RecordedMark } from '#streams/recording/timeline';
import { SHOWN_WITHIN_MS } from '#past/moments/momentReads';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

const Flag = chakra('output', {
  base: {
    position: 'absolute',
    top: '15px',
    insetInlineStart: 'var(--start, auto)',
    insetInlineEnd: 'var(--end, auto)',
    mx: '8px',
    maxWidth: 'min(560px, 60%)',
    px: '8px',
    borderRadius: 'control',
    bg: 'bg.inverse',
    color: 'fg.inverse',
    textStyle: 'meta',
    lineHeight: '22px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // Presses and drags are passed on to the slider below it.
    pointerEvents: 'none',
    // On a phone, the flag takes the whole track, in as many lines as its text needs; the time is below the track.
    mdDown: {
      insetInline: 0,
      top: '2px',
      mx: 0,
      maxWidth: 'none',
      lineHeight: '20px',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
  },
});

const ToDevice = chakra(Link, { base: { pointerEvents: 'auto', textDecoration: 'underline', textUnderlineOffset: '3px' } });

const OfCode = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '28px',
    height: '24px',
    my: '-1px',
    verticalAlign: 'top',
    pointerEvents: 'auto',
    cursor: 'pointer',
    '&[aria-disabled=true]': { opacity: 0.4, cursor: 'default' },
  },
});

interface SameCodeProps {
  readonly mark: RecordedMark;
  readonly marks: readonly RecordedMark[];
}

/** Renders the buttons to the previous and next error with the same code, on any device. Each stays focusable even if there is none. */
function SameCode({ mark, marks }: SameCodeProps) {
  const { send } = useTimeTravel();
  const { code } = mark;
  const same = code === undefined ? [] : marks.filter((one) => one.kind === 'error' && one.code === code);
  if (code === undefined || same.length < 2) return null;
  const sides = [
    { word: 'Previous', direction: -1, arrow: '‹' },
    { word: 'Next', direction: 1, arrow: '›' },
  ] as const;
  return sides.map(({ word, direction, arrow }) => {
    const isLeft = same.some(({ at }) => (at - mark.at) * direction > 0);
    const label = `${word} ${codeText(code)}`;
    return (
      <OfCode
        key={word}
        type="button"
        aria-label={label}
        title={isLeft ? label : `${label}: none is marked`}
        aria-disabled={!isLeft}
        onClick={() => isLeft && send({ kind: 'find', marks: same, direction })}
      >
        {arrow}
      </OfCode>
    );
  });
}

/** Returns the text after the name of a device in error: its code and meaning, otherwise the worst fault. */
function errorText(state: RootState, { code, fault }: Pick<RecordedMark, 'code' | 'fault'>): string {
  if (code !== undefined) return `, ${codeText(code)}, ${selectErrorText(state, code)}`;
  return fault === undefined ? ' in error' : ` in error: ${fault}`;
}

/** Returns one line about a device that went into error. Example: `Lumion 13, 0x0b000001, network: modem not registered`. */
export const errorLine = (state: RootState, mark: RecordedMark): string =>
  mark.serial === undefined ? mark.text : `${selectDeviceLabel(state, mark.serial)}${errorText(state, mark)}`;

/**
 * Returns the time and meaning of a mark: for an error its device, code and meaning. Examples: `02:40:17 Lumion 13, 0x0b000001, network: modem not
 * registered`, `No connection, 02:40:10 to 02:44:02`.
 */
export function markText(state: RootState, mark: RecordedMark, time: (at: number) => string = timeText): string {
  const { kind, at, to, text } = mark;
  if (kind === 'connection') return to === undefined ? `${text} since ${time(at)}` : `${text}, ${time(at)} to ${time(to)}`;
  return `${time(at)} ${kind === 'error' || mark.serial === undefined ? errorLine(state, mark) : `${selectDeviceLabel(state, mark.serial)}: ${text}`}`;
}

/** Returns the last error before a moment, unless it is too long ago to be shown. */
export function shownError(marks: readonly RecordedMark[], at: number): RecordedMark | undefined {
  return marks.findLast((mark) => mark.kind === 'error' && mark.at <= at && at - mark.at < SHOWN_WITHIN_MS);
}

/** Outlines the row of a device, and scrolls it into view once. */
function OutlinedRow({ serial }: { readonly serial: string }) {
  const row = `tr[data-of="${CSS.escape(serial)}"]`;
  // The block returns nothing: in newer browsers, scrolling returns a promise, which React would take for a cleanup.
  useEffect(() => {
    document.querySelector(row)?.scrollIntoView({ block: 'nearest' });
  }, [row]);
  return <Global styles={{ [row]: { outline: '2px solid var(--o-colors-error-solid)', outlineOffset: '-2px' } }} />;
}

interface Props extends TimeSpan {
  readonly marks: readonly RecordedMark[];
  /** The shown moment while playback is paused. */
  readonly at: number;
}

/** Renders the error of the shown moment as a flag next to its position on the track, with a link to its device; texts of marks. */
export function ErrorFlag({ marks, at, from, to }: Props) {
  const mark = shownError(marks, at);
  const { time } = useZoneTexts();
  const name = useAppSelector((state) => selectDeviceLabel(state, mark?.serial ?? ''));
  const text = useAppSelector((state) => errorText(state, mark ?? {}));
  if (mark === undefined) return null;
  const { serial } = mark;
  const share = (mark.at - from) / Math.max(1, to - from);
  const place: CSSProperties & Partial<Record<'--start' | '--end', string>> =
    share > 0.4 ? { '--end': `${String(100 - share * 100)}%` } : { '--start': `${String(share * 100)}%` };
  return (
    <>
      <Flag aria-label="Error" style={place}>
        <chakra.span hideBelow="md">{time(mark.at)} </chakra.span>
        {serial === undefined ? mark.text : <ToDevice to={deviceLink(serial)}>{name}</ToDevice>}
        {serial !== undefined && text}
        <chakra.span hideBelow="md">
          <SameCode mark={mark} marks={marks} />
        </chakra.span>
      </Flag>
      {serial !== undefined && <OutlinedRow serial={serial} />}
    </>
  );
}
