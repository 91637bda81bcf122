import { useFeature } from '#hooks/features';
import { TimeLimits } from '#widgets/TimeLimits';
import { useCountedPeriod } from './useCountedPeriod.ts';

/** Renders the period whose incidents are counted, if the server counts periods. Source: PERIOD2. */
export function CountedPeriod() {
  const { limits, setLimit } = useCountedPeriod();
  return useFeature('incident_periods') ? (
    <TimeLimits labels={['Incidents from', 'Incidents until']} limits={limits} onLimit={setLimit} />
  ) : null;
}
