import { useEffect, useState } from 'react';
import type { HistoryDay } from '#past/history/historyDays';
import { useTimeTravel } from '#hooks/TimeTravelContext';

const isIn = (day: HistoryDay | null, at: number): day is HistoryDay => day !== null && at >= day.from && at < day.to;

/**
 * Returns the day of the server's history that contains an instant: null while it is not wanted, before it was read, and where it cannot be read. It is read
 * once per day, not per moment.
 */
export function useHistoryDay(at: number, isWanted: boolean): HistoryDay | null {
  const { dayAt } = useTimeTravel();
  const [day, setDay] = useState<HistoryDay | null>(null);
  const isMissing = isWanted && dayAt !== undefined && !isIn(day, at);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    const show = (read: HistoryDay | null) => {
      if (isCurrent && read !== null) setDay(read);
    };
    // A day that cannot be read is asked for again with the next moment.
    dayAt(at).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [isMissing, dayAt, at]);
  return isWanted && isIn(day, at) ? day : null;
}
