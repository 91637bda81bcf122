import { chakra } from '@chakra-ui/react';
import { Global } from '@emotion/react';
import { useEffect } from 'react';
import { timeText } from '#domain/text/dates';
import { codeText } from '#domain/errorCodes/errorCode';
import { selectErrorText, selectListedDevice } from '#state/referenceData';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/hooks/useAppSelector';
import type { RecordedMark } from '#streams/recording/timeline';
import type { Span } from './DensityTrack.tsx';
import { SHOWN_WITHIN_MS } from './timeTravel.ts';

const Flag = chakra('output', {
  base: {
    position: 'absolute',
    top: '15px',
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
    // The slider under it is pressed and dragged.
    pointerEvents: 'none',
  },
});

/** What a mark stands for: of an error device, code and what the code means. Example: `Lumion 13, 0x0b000001, network: modem not registered`. */
export function markText(state: RootState, { serial, code, text }: RecordedMark): string {
  if (serial === undefined) return text;
  const name = selectListedDevice(state, serial)?.name ?? serial;
  return code === undefined ? `${name} in error` : `${name}, ${codeText(code)}, ${selectErrorText(state, code)}`;
}

/** The error that a moment shows: the last one, unless it is longer ago than it takes to be shown. */
export function shownError(marks: readonly RecordedMark[], at: number): RecordedMark | undefined {
  return marks.findLast((mark) => mark.kind === 'error' && mark.at <= at && at - mark.at < SHOWN_WITHIN_MS);
}

/** Outlines the row of a device, and brings it into view once. */
function OutlinedRow({ serial }: { readonly serial: string }) {
  const row = `tr[data-of="${CSS.escape(serial)}"]`;
  // In a block: scrolling returns a promise in newer browsers, which React would call as a cleanup.
  useEffect(() => {
    document.querySelector(row)?.scrollIntoView({ block: 'nearest' });
  }, [row]);
  return <Global styles={{ [row]: { outline: '2px solid var(--o-colors-error-solid)', outlineOffset: '-2px' } }} />;
}

interface Props extends Span {
  readonly marks: readonly RecordedMark[];
  /** The shown moment, in which nothing plays. */
  readonly at: number;
}

/** Renders which error the shown moment is at: beside its place on the track, where it moves nothing. */
export function ErrorFlag({ marks, at, from, to }: Props) {
  const mark = shownError(marks, at);
  const text = useAppSelector((state) => (mark === undefined ? '' : markText(state, mark)));
  if (mark === undefined) return null;
  const share = (mark.at - from) / Math.max(1, to - from);
  const place = share > 0.4 ? { right: `${String(100 - share * 100)}%` } : { left: `${String(share * 100)}%` };
  return (
    <>
      <Flag aria-label="Error" style={{ ...place, marginInline: '8px' }}>
        {timeText(mark.at)} {text}
      </Flag>
      {mark.serial !== undefined && <OutlinedRow serial={mark.serial} />}
    </>
  );
}
