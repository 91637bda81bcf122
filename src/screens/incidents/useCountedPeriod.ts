import { useFeature } from '#hooks/features';
import { areBackwards, useTimeLimits } from '#widgets/useTimeLimits';

const utc = (instant: string) => new Date(instant).toISOString();

/**
 * Returns the period in the address whose incidents are counted, and the query for it: all times if the server counts no periods, and while the end
 * lies before the start. Source: PERIOD2.
 */
export function useCountedPeriod() {
  const isCounted = useFeature('incident_periods');
  const [limits, setLimit] = useTimeLimits();
  const { from, to } = isCounted && !areBackwards(limits) ? limits : {};
  const query = { ...(from === undefined ? {} : { start_time: utc(from) }), ...(to === undefined ? {} : { end_time: utc(to) }) };
  return { limits, setLimit, query };
}
