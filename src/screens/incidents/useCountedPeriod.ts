import { useFeature } from '#hooks/features';
import { areBackwards, useTimeLimits } from '#widgets/useTimeLimits';

const utc = (instant: string) => new Date(instant).toISOString();

/**
 * Returns the period in the URL, its setter, and the query that restricts the counted incidents to the period. The query is empty if the server does
 * not announce `incident_periods`, or if the end is before the start. Source: PERIOD2.
 */
export function useCountedPeriod() {
  const isCounted = useFeature('incident_periods');
  const [limits, setLimit] = useTimeLimits();
  const { from, to } = isCounted && !areBackwards(limits) ? limits : {};
  const query = { ...(from === undefined ? {} : { start_time: utc(from) }), ...(to === undefined ? {} : { end_time: utc(to) }) };
  return { limits, setLimit, query };
}
