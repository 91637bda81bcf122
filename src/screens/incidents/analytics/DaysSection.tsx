import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { getIncidentDays, MAX_CHARTED_DAYS } from '#contract/incident';
import { chartedPeriod, incidentDays } from '#domain/incidents/incidentDays';
import { instantMs, shownZone } from '#domain/text/dates';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { useMovingAnswer } from '#hooks/useMovingAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { useWasNear } from '#ui/useWasNear';
import { Awaited } from '#widgets/Awaited';
import { useCountedPeriod } from '../useCountedPeriod.ts';

/** The step by which the end of an open period moves, in ms: each step sends another request. */
const STEP_MS = 5 * MINUTE_MS;

/** Interval at which the incidents are counted again, in ms. */
const EVERY_MS = 30_000;

/** About as high as the chart, so that it moves little when it is loaded. */
const Place = chakra('div', { base: { minHeight: { base: '420px', md: '300px' } } });
const Note = chakra('p', { base: { color: 'fg.muted' } });

const DaysChart = loadable(async () => (await import('./DaysChart.tsx')).DaysChart, { waiting: <Skeleton width="100%" /> });

/** Requests and renders the incidents by day and code. */
function Days() {
  const { start_time: start, end_time: end } = useCountedPeriod().query;
  const newest = useAppSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  const queryTo = (to: number) => {
    const period = chartedPeriod(instantMs(start), to, MAX_CHARTED_DAYS);
    return { start_time: new Date(period.from).toISOString(), end_time: new Date(period.to).toISOString(), timezone: shownZone() };
  };
  const chosenEnd = instantMs(end);
  const moving = { end: chosenEnd ?? newest, stepMs: chosenEnd === null ? STEP_MS : null };
  const query = useMovingAnswer(getIncidentDays, {}, queryTo, moving, EVERY_MS);
  const { answer } = query;
  const days = useMemo(() => (answer === undefined ? null : incidentDays(answer)), [answer]);
  if (answer === undefined && query.failure !== undefined)
    return (
      <Banner tone="warning" action={<Button onClick={query.refresh}>Try Again</Button>}>
        Loading failed
      </Banner>
    );
  if (answer === undefined) return <Awaited query={query} />;
  if (days === null || days.codes.length === 0) return <Note>There were no incidents with an error code in this time.</Note>;
  return <DaysChart days={days} />;
}

/** Renders the incidents of the period by day and code, loaded when it comes near the visible part; nothing if the server does not count by day. */
export function DaysSection() {
  const isCounted = useFeature('incident_days');
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const wasNear = useWasNear(place);
  if (!isCounted) return null;
  return (
    <Section title="Incidents by day">
      <Place ref={setPlace}>{wasNear && <Days />}</Place>
    </Section>
  );
}
