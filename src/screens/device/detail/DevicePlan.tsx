import { useMemo } from 'react';
import type { Device } from '#contract/device';
import type { Job } from '#contract/machine';
import type { PlanLayers } from '#contract/map';
import { useDeviceData } from '#state/useDeviceData';
import { useDevice } from '#state/useAppSelector';
import { PlanView } from '#widgets/PlanView';
import { devicesOnPlan } from '#widgets/devicePose';
import { laneWork } from './laneWork.ts';
import { NoAnswer } from '../NoAnswer.tsx';
import { LOCATION_TITLE, PlanHeading } from './PlanHeading.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { useTrail } from './useTrail.ts';

const noJobs: readonly Job[] = [];
const waiting = <NoAnswer failure={undefined} isUnknown={false} />;

/** The plan of the device's site with the device, where it came from, and the lanes it has done. */
export function DevicePlan({ device, plan }: { readonly device: Device; readonly plan: PlanLayers }) {
  const { serial } = device;
  const row = useDevice(serial);
  const heard = useDeviceReported(serial);
  const { isLive } = heard;
  const jobs = useDeviceData(serial, 'active_treatment').answer?.active_treatment?.jobs ?? noJobs;
  const devices = useMemo(() => devicesOnPlan(device, row, isLive), [device, row, isLive]);
  const work = useMemo(() => laneWork(jobs), [jobs]);
  const trail = useTrail(row);
  return (
    <PlanView
      waiting={waiting}
      label={LOCATION_TITLE}
      heading={<PlanHeading {...heard} />}
      plan={plan}
      devices={devices}
      trail={trail}
      {...work}
    />
  );
}
