import { useEffect, useState } from 'react';
import type { HistoryDay } from '#past/history/historyDays';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

const isIn = (day: HistoryDay | null, at: number): day is HistoryDay => day !== null && at >= day.from && at < day.to;

/**
 * Returns the day of the server's history that contains an instant, in the zone of the timeline: null while it is not wanted, before it was read, and
 * if it cannot be read. It is read once per day, not per moment.
 */
export function useHistoryDay(at: number, isWanted: boolean): HistoryDay | null {
  const { dayAt } = useTimeTravel();
  const { zone } = useZoneTexts();
  const [read, setRead] = useState<{ readonly day: HistoryDay; readonly zone: string | undefined } | null>(null);
  const day = read !== null && read.zone === zone ? read.day : null;
  const isMissing = isWanted && dayAt !== undefined && !isIn(day, at);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    const show = (found: HistoryDay | null) => {
      if (isCurrent && found !== null) setRead({ day: found, zone });
    };
    // A day that could not be read is requested again with the next moment.
    dayAt(at, zone).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [isMissing, dayAt, at, zone]);
  return isWanted && isIn(day, at) ? day : null;
}
