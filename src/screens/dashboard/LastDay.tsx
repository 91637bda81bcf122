import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';
import { Section } from '#ui/Section';
import { PastLanes } from '#widgets/PastLanes';

/** The step with which the span moves, in ms: each is another request. */
const STEP_MS = 5 * MINUTE_MS;

/** Renders what every device did in the last 24 hours, from the server's history. */
export function LastDay() {
  const to = useAppSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  return (
    <Section title="Last 24 hours">
      <PastLanes label="Last 24 hours" span={{ from: to - DAY_MS, to }} />
    </Section>
  );
}
