import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Treatment, TreatmentJob } from '#contract/fleet/treatment';
import type { MapDevice } from '#map/drawing/mapDevice';
import { useAppSelector, useDevice } from '#hooks/useAppSelector';
import { selectSiteId } from '#state/deviceSite';
import { selectListedDevice, selectLive } from '#state/referenceData';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import type { ShownPlan } from '#widgets/usePlan';
import { treatingDevice } from './planContent.ts';
import { TreatmentPlan } from './TreatmentPlan.tsx';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' } });

interface Props {
  readonly treatment: Treatment;
  readonly jobs: readonly TreatmentJob[];
  readonly place: ShownPlan;
}

function Plan({ treatment, jobs, place: { plan } }: Props) {
  const { id, map_id } = treatment;
  const devices = useTreatingDevice(treatment);
  const hasMap = map_id != null && map_id !== '';
  if (plan.answer !== undefined || (plan.isLoading && hasMap))
    return <TreatmentPlan id={id} plan={plan.answer?.layers} jobs={jobs} devices={devices} />;
  if (plan.isUnknown) return <Banner tone="warning">Not known at that time</Banner>;
  return (
    <Banner tone="warning" action={hasMap && <Button onClick={plan.refresh}>Try Again</Button>}>
      Map could not be generated
    </Banner>
  );
}

/** Returns the device of a treatment as a mark on its plan, while the treatment runs. */
function useTreatingDevice(treatment: Treatment): readonly MapDevice[] {
  const serial = treatment.device_serials[0] ?? '';
  const device = useAppSelector((s) => selectListedDevice(s, serial));
  const isLive = useAppSelector((s) => selectLive(s, serial));
  const row = useDevice(serial);
  const siteId = useAppSelector((s) => selectSiteId(s, serial));
  return useMemo(() => treatingDevice(treatment, { device, siteId, row, isLive }), [treatment, device, siteId, row, isLive]);
}

/**
 * Loads and renders the map of a treatment in the version on which it was run, below a warning about that version; "Map could not be generated". Source:
 * TRT-020, GAP-35.
 */
export function TreatmentPlanSection({ treatment, jobs, place }: Props) {
  const { warning } = place;
  return (
    <Stack>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      <Plan treatment={treatment} jobs={jobs} place={place} />
    </Stack>
  );
}
