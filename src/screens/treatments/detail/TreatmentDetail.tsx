import { useMemo } from 'react';
import { getMapGeojson } from '#contract/map';
import type { Treatment, TreatmentJob } from '#contract/treatment';
import { laneIds } from '#domain/places/laneIds';
import { usableVersion } from '#domain/places/mapVersion';
import { laneJobs } from '#domain/treatments/laneJobs';
import { useAnswer } from '#state/hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { TwoColumns } from '#ui/TwoColumns';
import { FailedJobs } from './FailedJobs.tsx';
import { LanesTable } from './LanesTable.tsx';
import { PlanSection } from './PlanSection.tsx';
import { TreatmentFacts } from './TreatmentFacts.tsx';
import { TreatmentHead } from './TreatmentHead.tsx';

const noJobs: readonly TreatmentJob[] = [];

const isConverted = ({ version, original_version }: Treatment) => original_version != null && String(original_version) !== String(version);

/** Renders one treatment: its lanes on the map, its data, and its failed jobs. Source: TRT-019..029. */
export function TreatmentDetail({ treatment }: { readonly treatment: Treatment }) {
  const jobs = treatment.jobs ?? noJobs;
  const { map_id, map_version } = treatment;
  const { version } = usableVersion(map_version ?? undefined);
  const plan = useAnswer(getMapGeojson, { id: map_id ?? '', version }, {}, { isWanted: map_id != null && map_id !== '' });
  const layers = plan.answer?.layers;
  const ofLanes = useMemo(() => laneJobs(jobs, laneIds(layers)), [jobs, layers]);
  return (
    <>
      {isConverted(treatment) && (
        <Banner tone="warning">{`Treatment has been converted from v${treatment.original_version} to v${treatment.version}`}</Banner>
      )}
      <TwoColumns
        wide={<PlanSection treatment={treatment} jobs={jobs} plan={plan} />}
        side={
          <>
            <TreatmentHead treatment={treatment} jobs={ofLanes} />
            <TreatmentFacts treatment={treatment} />
            <FailedJobs treatment={treatment} jobs={jobs} />
            <LanesTable jobs={ofLanes} />
          </>
        }
      />
    </>
  );
}
