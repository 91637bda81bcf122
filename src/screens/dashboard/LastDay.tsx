import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { useWasNear } from '#ui/useWasNear';
import { PastLanes } from '#widgets/PastLanes';

/** The step by which the span moves, in ms: each step sends another request. */
const STEP_MS = 5 * MINUTE_MS;

/** As high as the chart, so that nothing moves when it is loaded. */
const Place = chakra('div', { base: { minHeight: { base: '356px', md: '276px' }, mb: '16px' } });

const FleetActivity = loadable(async () => (await import('./FleetActivity.tsx')).FleetActivity, { waiting: <Skeleton width="100%" /> });

/** Renders the activities of all devices in the last 24 hours, from the server's history: the number of devices per group, and a lane per device. */
export function LastDay() {
  const to = useAppSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const wasNear = useWasNear(place);
  return (
    <Section title="Last 24 hours">
      <PastLanes
        label="Last 24 hours"
        span={{ from: to - DAY_MS, to }}
        stepMs={STEP_MS}
        above={(lanes, span) => <Place ref={setPlace}>{wasNear && <FleetActivity lanes={lanes} span={span} />}</Place>}
      />
    </Section>
  );
}
