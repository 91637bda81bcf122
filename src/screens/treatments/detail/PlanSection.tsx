import { chakra } from '@chakra-ui/react';
import { getMapGeojson } from '#contract/map';
import type { Treatment, TreatmentJob } from '#contract/treatment';
import { usableVersion } from '#domain/mapVersion';
import { useAnswer } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { Skeleton } from '#ui/Skeleton';
import { TreatmentPlan } from './TreatmentPlan.tsx';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' } });
const Waiting = chakra('div', { base: { py: '11px' } });

interface Props {
  readonly treatment: Treatment;
  readonly jobs: readonly TreatmentJob[];
}

/** The map of a treatment as it was when it was driven, or why there is none. Source: TRT-020, GAP-35. */
export function PlanSection({ treatment: { id, map_id, map_version }, jobs }: Props) {
  const { version, warning } = usableVersion(map_version ?? undefined);
  const plan = useAnswer(getMapGeojson, { id: map_id ?? '', version }, {}, { isWanted: map_id != null && map_id !== '' });
  if (plan.answer !== undefined) {
    return (
      <Stack>
        {warning !== null && <Banner tone="warning">{warning}</Banner>}
        <TreatmentPlan id={id} plan={plan.answer.layers} jobs={jobs} />
      </Stack>
    );
  }
  if (plan.isLoading && map_id != null && map_id !== '') {
    return (
      <Waiting role="status" aria-label="Loading the map">
        <Skeleton width="60%" />
      </Waiting>
    );
  }
  return <Banner tone="warning">{plan.isUnknown ? 'Not known at that time' : 'Map could not be generated'}</Banner>;
}
