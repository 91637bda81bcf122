import type { TimeSpan } from '#domain/text/timeUnits';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';

/** Number of steps by which each key moves the read instant of a chart. */
export const READING_KEYS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -10],
  ['PageUp', 10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

interface ReadFrom {
  readonly span: TimeSpan;
  /** The distance by which a key moves the read instant. */
  readonly stepMs: number;
  /** The start of the first step, and of the newest step with a report; null without a report. */
  readonly first: number;
  readonly newest: number | null;
  /** The shown past moment; null while the console shows the present. */
  readonly shown: number | null;
  readonly onMoment: (at: number) => void;
}

/**
 * Returns the instant that the pointer or keys read, the instant whose values are shown next to the charts, and the event handlers. If nothing is read, `read`
 * is null, and `at` is the shown moment or the newest report.
 */
export function useReading({ span, stepMs, first, newest, shown, onMoment }: ReadFrom) {
  const [read, setRead] = useState<number | null>(null);
  const at = read ?? (shown !== null && shown >= span.from && shown <= span.to ? shown : newest);
  const atPointer = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.round(span.from + Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width))) * (span.to - span.from));
  };
  const stop = () => setRead(null);
  const handlers = {
    onPointerMove: (event: MouseEvent) => setRead(atPointer(event)),
    onPointerLeave: stop,
    onBlur: stop,
    onClick: (event: MouseEvent) => onMoment(atPointer(event)),
    onKeyDown: (event: KeyboardEvent) => {
      const by = READING_KEYS.get(event.key);
      const last = newest ?? span.to;
      if (by !== undefined) setRead(Math.min(last, Math.max(first, (at ?? last) + by * stepMs)));
      else if (event.key === 'Escape' && read !== null) stop();
      else if (event.key === 'Enter' && at !== null) onMoment(at);
      else return;
      event.preventDefault();
    },
  };
  return { read, at, handlers };
}
