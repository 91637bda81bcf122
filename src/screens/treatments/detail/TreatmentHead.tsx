import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Treatment, TreatmentJob } from '#contract/fleet/treatment';
import { laneCounts } from '#domain/treatments/laneCounts';
import { FinishStatus } from '#widgets/FinishStatus';
import { JobStrip } from '#widgets/JobStrip';

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '4px 16px' },
});

interface Props {
  readonly treatment: Treatment;
  /** The jobs on lanes. */
  readonly jobs: readonly TreatmentJob[];
}

/** Renders the mission of a treatment, its result, and its jobs as a strip. */
export function TreatmentHead({ treatment: { id, settings, mission_id, finish_status, stats }, jobs }: Props) {
  const lanes = useMemo(() => laneCounts(jobs), [jobs]);
  return (
    <section aria-label="Mission">
      <Line>
        <chakra.h2 textStyle="section" fontSize="16px" lineHeight="24px" fontWeight="600" overflowWrap="anywhere">
          {settings?.mission_id || mission_id || id}
        </chakra.h2>
        <FinishStatus finish_status={finish_status} reached_end={stats?.reached_end} />
      </Line>
      {lanes.requested > 0 && <JobStrip {...lanes} />}
    </section>
  );
}
