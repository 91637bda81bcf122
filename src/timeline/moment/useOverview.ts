import { useEffect, useState } from 'react';
import { overviewStep } from '#domain/history/trackSpan';
import { DAY_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { HistoryOverview } from '#past/history/overviews';
import { useStableCallback } from '#ui/useStableCallback';

/** The state of reading a longer span. */
interface ShownOverview {
  /** The last overview that was read; null before that. */
  readonly overview: HistoryOverview | null;
  /** Whether the server did not respond to the last request. */
  readonly isFailed: boolean;
}

const NOTHING: ShownOverview = { overview: null, isFailed: false };

/**
 * Returns the overview of the span to which the track was zoomed out, null if there is none: the last overview stays while another is read, and a
 * failed read is repeated each minute.
 */
export function useOverview(span: TimeSpan | null, now: number): ShownOverview {
  const { overviewOf } = useTimeTravel();
  const [shown, setShown] = useState<ShownOverview>(NOTHING);
  const day = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
  // A zoom within the same days needs no other data.
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
