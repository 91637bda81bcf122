import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ActiveTreatment } from '#contract/fleet/dataGroup';
import type { PlanLayers } from '#contract/map';
import { laneIds } from '#domain/places/laneIds';
import { laneCounts } from '#domain/treatments/laneCounts';
import { treatmentLink } from '#domain/addresses';
import { useDeviceData } from '#hooks/useDeviceData';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { JobStrip } from '#widgets/JobStrip';
import { ActiveTreatmentFacts } from './TreatmentFacts.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';

const None = chakra('p', { base: { py: '6px', color: 'fg.muted' } });
const To = chakra(Link, { base: { color: 'accent.fg' } });

interface TreatmentProps {
  readonly treatment: ActiveTreatment;
  readonly lanesOfPlan: ReadonlySet<string> | undefined;
}

function Treatment({ treatment, lanesOfPlan }: TreatmentProps) {
  const lanes = useMemo(() => laneCounts(treatment.jobs ?? [], lanesOfPlan), [treatment, lanesOfPlan]);
  return (
    <>
      <ActiveTreatmentFacts treatment={treatment} lanes={lanes} />
      {lanes.requested > 0 && <JobStrip {...lanes} />}
    </>
  );
}

interface Props {
  readonly serial: string;
  readonly plan: PlanLayers | undefined;
}

/** Renders "Current Treatment": the active treatment of a device with its job strip and link. */
export function TreatmentSection({ serial, plan }: Props) {
  const lanesOfPlan = useMemo(() => laneIds(plan), [plan]);
  const query = useDeviceData(serial, 'active_treatment');
  const id = query.answer?.active_treatment?.treatment_id;
  const link = id ? <To to={treatmentLink(id)}>Treatment {id}</To> : null;
  return (
    <AnsweredSection title="Current Treatment" query={query} reported={useDeviceReported(serial)} end={link}>
      {({ active_treatment }) =>
        active_treatment == null ? (
          <None>There is no active treatment</None>
        ) : (
          <Treatment treatment={active_treatment} lanesOfPlan={lanesOfPlan} />
        )
      }
    </AnsweredSection>
  );
}
