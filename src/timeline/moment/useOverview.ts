import { useEffect, useState } from 'react';
import { overviewStep } from '#domain/history/trackSpan';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { HistoryOverview } from '#past/history/overviews';
import { useStableCallback } from '#ui/useStableCallback';

/** The state of reading a longer span. */
interface ShownOverview {
  /** The last one that was read; null before that. */
  readonly overview: HistoryOverview | null;
  /** Whether the server did not answer the last time. */
  readonly isFailed: boolean;
}

const NOTHING: ShownOverview = { overview: null, isFailed: false };

/** Returns the server's history of a span that the track was zoomed out to, null for none: what was read last stays while more is read, and what failed is read again each minute. */
export function useOverview(span: TimeSpan | null, now: number): ShownOverview {
  const { overviewOf } = useTimeTravel();
  const [shown, setShown] = useState<ShownOverview>(NOTHING);
  const day = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
  // A zoom within the same days needs nothing else.
  const key = span === null ? null : [overviewStep(span), day(span.from), day(span.to), Math.floor(now / MINUTE_MS)].join(' ');
  const read = useStableCallback(() => (span === null ? undefined : overviewOf?.(span)));
  useEffect(() => {
    let isCurrent = true;
    if (key !== null)
      read()?.then(
        (overview) => isCurrent && setShown({ overview, isFailed: false }),
        () => isCurrent && setShown((before) => ({ ...before, isFailed: true })),
      );
    return () => {
      isCurrent = false;
    };
  }, [key, read]);
  return span === null ? NOTHING : shown;
}
