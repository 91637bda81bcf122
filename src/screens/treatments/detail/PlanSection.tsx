import { chakra } from '@chakra-ui/react';
import { getMapGeojson } from '#contract/map';
import type { Treatment, TreatmentJob } from '#contract/treatment';
import { usableVersion } from '#domain/places/mapVersion';
import { useAnswer } from '#state/hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { TreatmentPlan } from './TreatmentPlan.tsx';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' } });

interface Props {
  readonly treatment: Treatment;
  readonly jobs: readonly TreatmentJob[];
}

function Plan({ treatment: { id, map_id, map_version }, jobs }: Props) {
  const { version } = usableVersion(map_version ?? undefined);
  const hasMap = map_id != null && map_id !== '';
  const plan = useAnswer(getMapGeojson, { id: map_id ?? '', version }, {}, { isWanted: hasMap });
  if (plan.answer !== undefined || (plan.isLoading && hasMap)) return <TreatmentPlan id={id} plan={plan.answer?.layers} jobs={jobs} />;
  if (plan.isUnknown) return <Banner tone="warning">Not known at that time</Banner>;
  return (
    <Banner tone="warning" action={hasMap && <Button onClick={plan.refresh}>Try Again</Button>}>
      Map could not be generated
    </Banner>
  );
}

/** Renders the map of a treatment in the version it was run on, or why there is none, below a warning about that version. Source: TRT-020, GAP-35. */
export function PlanSection({ treatment, jobs }: Props) {
  const { warning } = usableVersion(treatment.map_version ?? undefined);
  return (
    <Stack>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      <Plan treatment={treatment} jobs={jobs} />
    </Stack>
  );
}
