import { useObservableState } from 'observable-hooks';
import { useEffect, useState } from 'react';
import { MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { daysMarks, isOwnSpan, joinedMarks } from '#past/history/marksBetween';
import type { BlockEntry } from '#past/recorder/recorder';
import { selectTickedAt } from '#state/clock';
import type { RecordedMark } from '#streams/recording/timeline';

/** The data that was read for a span: the blocks of this console's recording, and the marks of the history in `held`. */
interface Read {
  readonly own: readonly BlockEntry[];
  readonly held: Awaited<ReturnType<typeof daysMarks>>;
  /** The minute at which it was read, since both grow. */
  readonly minute: number;
}

const isWithin = ({ from, to }: TimeSpan, outer: TimeSpan) => outer.from <= from && to <= outer.to;

/**
 * Returns the marks of a span from the sources that show its moments, this console's recording or the server's history: null until they are read, and
 * if they are unknown. They are read once for the days of the span, and again each minute.
 */
export function useMarksBetween(span: TimeSpan): readonly RecordedMark[] | null {
  const { timeline$, recorded, dayAt } = useTimeTravel();
  const timeline = useObservableState(timeline$);
  const minute = useLiveSelector((s) => Math.floor(selectTickedAt(s) / MINUTE_MS));
  const [read, setRead] = useState<Read | null>(null);
  const isOwn = read !== null && isOwnSpan(read.own, span);
  const known = read !== null && (isOwn || isWithin(span, read.held)) ? read : null;
  const isMissing = dayAt !== undefined && known?.minute !== minute;
  const { from, to } = span;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    const settle = (next: Read) => {
      if (isCurrent) setRead(next);
    };
    const readSpan = async (): Promise<Read> => {
      const own = await (await recorded('was')).blocks();
      const unknown = { from, to, marks: null };
      const held = isOwnSpan(own, { from, to }) ? unknown : await daysMarks(dayAt, { from, to }).catch(() => unknown);
      return { own, held, minute };
    };
    readSpan().then(settle, () => settle({ own: [], held: { from, to, marks: null }, minute }));
    return () => {
      isCurrent = false;
    };
  }, [isMissing, dayAt, recorded, from, to, minute]);
  if (timeline === undefined) return null;
  if (dayAt === undefined || isOwn) return timeline.marks;
  return known === null || known.held.marks === null ? null : joinedMarks(known.own, timeline.marks, known.held.marks);
}
