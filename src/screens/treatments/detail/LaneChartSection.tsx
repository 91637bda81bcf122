import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import type { TreatmentJob } from '#contract/fleet/treatment';
import { laneAmounts } from '#domain/treatments/laneAmounts';
import { loadable } from '#ui/loadable';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { useWasNear } from '#ui/useWasNear';

/** As high as both rows of the chart. */
const Place = chakra('div', { base: { minHeight: { base: '292px', md: '228px' } } });
const Note = chakra('p', { base: { color: 'fg.muted' } });

const LaneChart = loadable(async () => (await import('./LaneChart.tsx')).LaneChart, { waiting: <Skeleton width="100%" /> });

interface Props {
  readonly jobs: readonly TreatmentJob[];
  readonly unit: string | null;
}

/** Renders the chart of treatment time and dosage by lane, loaded when it comes near the visible part; a sentence if neither is known. */
export function LaneChartSection({ jobs, unit }: Props) {
  const lanes = useMemo(() => laneAmounts(jobs), [jobs]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const wasNear = useWasNear(place);
  return (
    <Section title="Time and dosage by lane">
      {lanes.length === 0 ? (
        <Note>No treatment time or dosage of a lane is known.</Note>
      ) : (
        <Place ref={setPlace}>{wasNear && <LaneChart lanes={lanes} unit={unit} />}</Place>
      )}
    </Section>
  );
}
