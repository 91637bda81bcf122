import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import type { PlanLayers } from '#contract/map';
import { type TreatmentJob, getRecalculateStats, getTreatmentLayer, type TreatmentLayerName } from '#contract/fleet/treatment';
import type { MapDevice } from '#map/drawing/mapDevice';
import { selectEntry } from '#state/answers';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useOnSettled } from '#hooks/useOnSettled';
import { keyOfView } from '#state/viewRequest';
import { Skeleton } from '#ui/Skeleton';
import { Switch } from '#ui/Switch';
import { begunLanes } from '#domain/treatments/begunLanes';
import { JobLegend } from '#widgets/JobLegend';
import { PlanView } from '#widgets/PlanView';
import { AmountLegend } from './AmountLegend.tsx';
import { amountsOf, countOf, laneNotes, lanesOfPlan } from './planContent.ts';

const Heading = chakra('div', { base: { minWidth: 0 } });

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' } });

interface Props {
  readonly id: string;
  /** Undefined until it is loaded. */
  readonly plan: PlanLayers | undefined;
  readonly jobs: readonly TreatmentJob[];
  /** The current place of the device. */
  readonly devices: readonly MapDevice[];
}

/**
 * Renders the plan of a treatment with the state and light of its lanes; switches "Show Job States", "Show Treatment Time", "Show Dosage".
 * Source: TRT-020..025.
 */
export function TreatmentPlan({ id, plan, jobs, devices }: Props) {
  const choice = useMapChoice();
  const { layer, showsJobs } = choice;
  const query = useTreatmentLayer(id, layer);
  const features = layer === null ? undefined : query.answer?.treatment_layer;
  const states = useMemo(() => lanesOfPlan(plan, jobs), [plan, jobs]);
  const hasBegun = useMemo(() => [...begunLanes(jobs).keys()].some((lane) => states.get(lane) === 'queued'), [jobs, states]);
  const amounts = useMemo(() => amountsOf(features), [features]);
  const notes = useMemo(() => laneNotes(states, jobs, amounts), [states, jobs, amounts]);
  const heading = (
    <Heading>
      <MapToggles choice={choice} />
      {showsJobs && <JobLegend count={countOf(states)} hasBegun={hasBegun} />}
      {layer !== null && <AmountLegend layer={layer} most={amounts.most} query={query} />}
    </Heading>
  );
  return (
    <PlanView
      waiting={
        <div role="status" aria-label="Loading the map">
          <Skeleton width="100%" />
        </div>
      }
      label="Map View"
      heading={heading}
      plan={plan}
      devices={devices}
      {...(showsJobs ? { laneTones: states } : {})}
      laneBands={amounts.tones}
      laneNotes={notes}
    />
  );
}

/** Renders the switches of the data shown over the lanes. Source: TRT-021..024. */
function MapToggles({ choice: { showsJobs, layer, onJobs, onLayer } }: { readonly choice: MapChoice }) {
  return (
    <Row role="group" aria-label="Shown on the map">
      <Switch isOn={showsJobs} onSwitch={onJobs}>
        Show Job States
      </Switch>
      <Switch isOn={layer === 'treatment_time'} onSwitch={(isOn) => onLayer('treatment_time', isOn)}>
        Show Treatment Time
      </Switch>
      <Switch isOn={layer === 'dosage'} onSwitch={(isOn) => onLayer('dosage', isOn)}>
        Show Dosage
      </Switch>
    </Row>
  );
}

/** Queries the amount of light per lane, and requests it again after a recalculation. Source: TRT-022..024. */
function useTreatmentLayer(id: string, layer: TreatmentLayerName | null) {
  const isWanted = layer !== null;
  const query = useAnswer(getTreatmentLayer, { id, layer: layer ?? '' }, {}, { isWanted });
  const recount = keyOfView(getRecalculateStats, { id });
  const isPending = useAppSelector((s) => selectEntry(s, recount)?.isPending ?? false);
  useOnSettled({ isPending }, () => {
    if (isWanted) query.refresh();
  });
  return query;
}

/** The content of a treatment's map; treatment time and dosage are mutually exclusive. Source: TRT-021..024. */
interface MapChoice {
  readonly showsJobs: boolean;
  readonly layer: TreatmentLayerName | null;
  readonly onJobs: (isOn: boolean) => void;
  readonly onLayer: (layer: TreatmentLayerName, isOn: boolean) => void;
}

/** Returns the selection, initially the job states. */
function useMapChoice(): MapChoice {
  const [showsJobs, onJobs] = useState(true);
  const [layer, setLayer] = useState<TreatmentLayerName | null>(null);
  return { showsJobs, layer, onJobs, onLayer: (name, isOn) => setLayer(isOn ? name : null) };
}
