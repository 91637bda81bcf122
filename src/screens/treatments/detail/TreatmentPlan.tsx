import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { PlanLayers } from '#contract/map';
import type { TreatmentJob } from '#contract/treatment';
import { Skeleton } from '#ui/Skeleton';
import { JobLegend } from '#widgets/JobLegend';
import { PlanView } from '#widgets/PlanView';
import { AmountLegend } from './AmountLegend.tsx';
import { MapToggles } from './MapToggles.tsx';
import { amountsOf, countOf, laneNotes, lanesOfPlan } from './planContent.ts';
import { useMapChoice } from './useMapChoice.ts';
import { useTreatmentLayer } from './useTreatmentLayer.ts';

const Heading = chakra('div', { base: { minWidth: 0 } });

interface Props {
  readonly id: string;
  readonly plan: PlanLayers;
  readonly jobs: readonly TreatmentJob[];
}

/** The plan of a treatment with what became of its lanes and how much light they got. Source: TRT-020..025. */
export function TreatmentPlan({ id, plan, jobs }: Props) {
  const choice = useMapChoice();
  const { layer, showsJobs } = choice;
  const asked = useTreatmentLayer(id, layer);
  const said = layer === null ? undefined : asked.answer?.treatment_layer;
  const states = useMemo(() => lanesOfPlan(plan, jobs), [plan, jobs]);
  const amounts = useMemo(() => amountsOf(said), [said]);
  const notes = useMemo(() => laneNotes(states, jobs, amounts), [states, jobs, amounts]);
  const heading = (
    <Heading>
      <MapToggles choice={choice} />
      {showsJobs && <JobLegend count={countOf(states)} />}
      {layer !== null && <AmountLegend layer={layer} most={amounts.most} asked={asked} />}
    </Heading>
  );
  return (
    <PlanView
      waiting={<Skeleton width="100%" />}
      label="Map View"
      heading={heading}
      plan={plan}
      {...(showsJobs ? { laneTones: states } : {})}
      laneBands={amounts.tones}
      laneNotes={notes}
    />
  );
}
