import type { TimeSpan } from '#domain/text/timeUnits';
import { type ReactNode, useEffect, useState } from 'react';
import { axisTimes } from '#domain/history/chartSpan';
import { GridLine, Over, Pressed, Rows, Silent, Time, Times } from './chartParts.tsx';
import { axisText } from './chartTexts.ts';
import { Playhead } from './Playhead.tsx';
import { useReading } from './useReading.ts';

/** Width reserved for a time below the rows, in px. */
const TIME_PX = 76;
/** Half the width of a time below the rows, in px. */
const HALF_TIME_PX = 16;

interface Props {
  /** The accessible name of the slider that the pointer and keys move. */
  readonly label: string;
  readonly span: TimeSpan;
  readonly stepMs: number;
  /** The start of the first step, and of the newest step with a report; null without a report. */
  readonly first: number;
  readonly newest: number | null;
  /** The spans without reports. */
  readonly silent: readonly TimeSpan[];
  /** The shown past moment; null while the console shows the present. */
  readonly shown: number | null;
  /** Returns the values at an instant as text for screen readers. */
  readonly textAt: (at: number | null) => string;
  readonly onMoment: (at: number) => void;
  /** Renders the rows with the values at an instant; `width` is the width of the charts in px, 0 before it is measured. */
  readonly children: (at: number | null, width: number) => ReactNode;
}

/** Renders rows of charts with a common time axis: grid, playhead and times below; the pointer and keys read an instant, and a press or Enter opens it. */
export function ChartFrame({ label, span, stepMs, first, newest, silent, shown, textAt, onMoment, children }: Props) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const width = useWidth(place);
  const { read, at, handlers } = useReading({ span, stepMs, first, newest, shown, onMoment });
  const times = axisTimes(span, Math.max(2, Math.floor(width / TIME_PX)));
  return (
    <>
      <Rows>
        <Over aria-hidden="true" ref={setPlace}>
          {times.map((time) => (
            <GridLine key={time} is="upright" style={{ insetInlineStart: placeOf(time, span) }} />
          ))}
          {silent.map(({ from, to }) => (
            <Silent
              key={from}
              style={{ insetInlineStart: placeOf(from, span), width: `${((to - from) / (span.to - span.from)) * 100}%` }}
            />
          ))}
        </Over>
        {children(at, width)}
        <Pressed
          role="slider"
          tabIndex={0}
          data-escape={read === null ? undefined : ''}
          aria-label={label}
          aria-valuemin={span.from}
          aria-valuemax={span.to}
          aria-valuenow={at ?? span.to}
          aria-valuetext={textAt(at)}
          title="Press to open this moment"
          {...handlers}
        >
          <Playhead {...{ span, width, stepMs, shown, read }} />
        </Pressed>
      </Rows>
      <Times aria-hidden="true">
        {times.map((time) => (
          <Time
            key={time}
            style={{ insetInlineStart: placeOf(time, span), visibility: isNearEdge(time, span, width) ? 'hidden' : 'visible' }}
          >
            {axisText(time)}
          </Time>
        ))}
      </Times>
    </>
  );
}

const placeOf = (at: number, { from, to }: TimeSpan): string => `${((at - from) / (to - from)) * 100}%`;

/** Returns whether a time label below the rows would be cut off. */
const isNearEdge = (time: number, { from, to }: TimeSpan, width: number): boolean =>
  Math.min(time - from, to - time) / (to - from) < HALF_TIME_PX / Math.max(1, width);

/** Returns the width of an element, in px; 0 before it is measured. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => resized.disconnect();
  }, [element]);
  return width;
}
