import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/device';
import { getErrorCodes } from '#contract/errorCode';
import { getMachines } from '#contract/machine';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { useInterest } from '#state/useInterest';

const WHOLE_LIST = { allPages: true };

/** What every screen leans on, kept fresh while anybody is signed in: the state of all devices, and what rarely changes. Source: LIVE-013, LIVE-015. */
export function AppInterests(): null {
  useInterest(getMachines, {});
  useInterest(getAllDevices, {});
  useInterest(getAllDeviceTypes, {});
  useInterest(getAllLifeCycleStages, {});
  useInterest(getErrorCodes, {});
  useInterest(getDeployments, {}, {}, WHOLE_LIST);
  useInterest(getLocations, {}, {}, WHOLE_LIST);
  useInterest(getGreenhouses, {}, {}, WHOLE_LIST);
  useInterest(getOrganisations, {}, {}, WHOLE_LIST);
  useInterest(getAllMaps, {}, {}, WHOLE_LIST);
  return null;
}
