import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { PlanLayers } from '#contract/map';
import type { LaneIncidents } from '#domain/incidentLanes';
import type { MapMarker } from '#map/layers/markerLayer';
import { Skeleton } from '#ui/Skeleton';
import { PlanView } from '#widgets/PlanView';
import { laneNotes, lanesByHeat } from './planContent.ts';
import { ShareLegend } from './ShareLegend.tsx';

const Heading = chakra('div', { base: { minWidth: 0 } });

interface Props {
  readonly plan: PlanLayers;
  readonly lanes: readonly LaneIncidents[];
  readonly markers: readonly MapMarker[];
}

/** The plan with its lanes from green to red and a pin for each incident. Source: INC-064..067. */
export function IncidentPlan({ plan, lanes, markers }: Props) {
  const tones = useMemo(() => lanesByHeat(plan, lanes), [plan, lanes]);
  const notes = useMemo(() => laneNotes(lanes), [lanes]);
  const [most] = lanes;
  return (
    <PlanView
      waiting={<Skeleton width="100%" />}
      label="Map View"
      heading={<Heading>{most !== undefined && <ShareLegend most={most.share} />}</Heading>}
      plan={plan}
      laneTones={tones}
      laneNotes={notes}
      markers={markers}
    />
  );
}
