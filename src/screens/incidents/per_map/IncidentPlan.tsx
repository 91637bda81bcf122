import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { PlanLayers } from '#contract/map';
import type { LaneIncidents } from '#domain/incidents/incidentLanes';
import { exactPercentText } from '#domain/text/numbers';
import { useColorMode } from '#ui/ColorMode';
import { mapColours } from '#ui/mapColours';
import { Skeleton } from '#ui/Skeleton';
import { PlanView } from '#widgets/PlanView';
import { laneNotes, lanesByHeat, markersOn, type PlacedIncident } from './planContent.ts';

const Heading = chakra('div', { base: { minWidth: 0 } });

const Line = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: '8px', mt: '8px', textStyle: 'meta', color: 'fg.muted' } });
const SWATCH_PX = 18;

interface Props {
  /** Undefined until it is loaded. */
  readonly plan: PlanLayers | undefined;
  /** The dotted version of the plan; undefined until it is known. */
  readonly version: string | undefined;
  readonly lanes: readonly LaneIncidents[];
  readonly places: readonly PlacedIncident[];
}

/** Renders the plan with its lanes from green to red and a pin for each incident. Source: INC-064..067. */
export function IncidentPlan({ plan, version, lanes, places }: Props) {
  const tones = useMemo(() => lanesByHeat(plan, lanes), [plan, lanes]);
  const markers = useMemo(() => markersOn(plan, version, places), [plan, version, places]);
  const notes = useMemo(() => laneNotes(lanes), [lanes]);
  const [most] = lanes;
  return (
    <PlanView
      waiting={
        <div role="status" aria-label="Loading">
          <Skeleton width="100%" />
        </div>
      }
      label="Map View"
      // Of the same size before and after the incidents and the plan are known, with grey pins and without: what lies below does not move.
      heading={
        <Heading aria-hidden={most === undefined || undefined} style={{ visibility: most === undefined ? 'hidden' : 'visible' }}>
          <ShareLegend most={most?.share ?? 1} />
          <Line>Grey pins: recorded on another version of the map, where the lane lay elsewhere.</Line>
        </Heading>
      }
      plan={plan}
      laneTones={tones}
      laneNotes={notes}
      markers={markers}
    />
  );
}

/** Renders the legend of the lane colours: from no incident to the largest share. Source: CONST-055. */
export function ShareLegend({ most }: { readonly most: number }) {
  const { incidents } = mapColours[useColorMode().mode];
  return (
    <Line>
      Share of the incidents: 0 %{' '}
      <svg width={SWATCH_PX * incidents.length} height="10" aria-hidden="true">
        {incidents.map((colour, index) => (
          <rect key={colour} x={index * SWATCH_PX} width={SWATCH_PX} height="10" fill={colour} />
        ))}
      </svg>{' '}
      {exactPercentText(most)}
    </Line>
  );
}
