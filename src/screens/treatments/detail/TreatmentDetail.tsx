import { useMemo } from 'react';
import type { Treatment, TreatmentJob } from '#contract/fleet/treatment';
import { laneIds } from '#domain/places/laneIds';
import { wantedVersion } from '#domain/places/mapVersion';
import { dosageUnit } from '#domain/treatments/dosageUnit';
import { laneJobs } from '#domain/treatments/laneJobs';
import { Banner } from '#ui/Banner';
import { TwoColumns } from '#ui/TwoColumns';
import { usePlan } from '#widgets/usePlan';
import { FailedJobs } from './FailedJobs.tsx';
import { LaneChartSection } from './LaneChartSection.tsx';
import { LanesTable } from './LanesTable.tsx';
import { TreatmentPlanSection } from './PlanSection.tsx';
import { TreatmentFacts } from './TreatmentFacts.tsx';
import { TreatmentHead } from './TreatmentHead.tsx';

const noJobs: readonly TreatmentJob[] = [];

const isKnown = (version: Treatment['version']) => version != null && version !== '';
const isConverted = ({ version, original_version }: Treatment) =>
  isKnown(version) && isKnown(original_version) && String(original_version) !== String(version);

/** Renders a treatment as the server's history holds it at the shown moment. */
export function ListedTreatment({ treatment }: { readonly treatment: Treatment }) {
  return (
    <>
      <TreatmentHead treatment={treatment} jobs={noJobs} />
      <TreatmentFacts treatment={treatment} />
      <Banner tone="quiet">Lanes and jobs are not known at that time.</Banner>
    </>
  );
}

/** Renders one treatment: the plan next to head, facts, failed jobs and lanes; "Treatment has been converted from v1 to v2". Source: TRT-019..029. */
export function TreatmentDetail({ treatment }: { readonly treatment: Treatment }) {
  const jobs = treatment.jobs ?? noJobs;
  const { map_id, map_version } = treatment;
  const hasMap = map_id != null && map_id !== '';
  const place = usePlan(hasMap ? { id: map_id, ...wantedVersion(map_version) } : null);
  const layers = place.plan.answer?.layers;
  const lanes = useMemo(() => laneIds(layers), [layers]);
  const ofLanes = useMemo(() => laneJobs(jobs, lanes), [jobs, lanes]);
  const unit = dosageUnit(treatment, jobs);
  return (
    <>
      {isConverted(treatment) && (
        <Banner tone="warning">{`Treatment has been converted from v${treatment.original_version} to v${treatment.version}`}</Banner>
      )}
      <TwoColumns
        wide={
          <>
            <TreatmentPlanSection treatment={treatment} jobs={jobs} place={place} />
            <LaneChartSection jobs={ofLanes} unit={unit} />
          </>
        }
        side={
          <>
            <TreatmentHead treatment={treatment} jobs={ofLanes} />
            <TreatmentFacts treatment={treatment} />
            <FailedJobs treatment={treatment} jobs={jobs} lanes={lanes} />
            <LanesTable jobs={ofLanes} unit={unit} />
          </>
        }
      />
    </>
  );
}
