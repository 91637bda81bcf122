import { MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { Flag, Later, Pole } from './chartParts.tsx';
import { momentText } from './chartTexts.ts';

/** Half the width of the longest time label above the rows, in px. */
const HALF_FLAG_PX = 58;

interface Props {
  readonly span: TimeSpan;
  /** Width of the charts, in px. */
  readonly width: number;
  readonly stepMs: number;
  /** The shown past moment; null while the console shows the present. */
  readonly shown: number | null;
  /** The instant that the pointer or keys read; null if there is none. */
  readonly read: number | null;
}

/**
 * Renders the shown moment as a line through all rows, with later times dimmed, and the read instant as a thinner line; one of the lines has its time above it.
 */
export function Playhead({ span, width, stepMs, shown, read }: Props) {
  const { from, to } = span;
  const percent = (at: number) => `${((at - from) / (to - from)) * 100}%`;
  const isInside = shown !== null && shown >= from && shown <= to;
  const flag = { span, width, stepMs };
  return (
    <>
      {shown !== null && shown < to && <Later style={{ insetInlineStart: percent(Math.max(shown, from)) }} />}
      {isInside && <Pole style={{ insetInlineStart: percent(shown) }} />}
      {isInside && read === null && <TimeFlag at={shown} {...flag} />}
      {read !== null && (
        <>
          <Pole isRead style={{ insetInlineStart: percent(read) }} />
          <TimeFlag isRead at={read} {...flag} />
        </>
      )}
    </>
  );
}

interface FlagProps extends Pick<Props, 'span' | 'width' | 'stepMs'> {
  readonly at: number;
  readonly isRead?: boolean;
}

/** Renders the time of a line above the rows, within their width. */
function TimeFlag({ at, span: { from, to }, width, stepMs, isRead = false }: FlagProps) {
  const middle = ((at - from) / (to - from)) * width;
  const shift = middle < HALF_FLAG_PX ? '0' : middle > width - HALF_FLAG_PX ? '-100%' : '-50%';
  return (
    <Flag isRead={isRead} style={{ insetInlineStart: `${middle}px`, translate: shift }}>
      {momentText(at, Math.min(stepMs, MINUTE_MS))}
    </Flag>
  );
}
