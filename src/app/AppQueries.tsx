import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/device';
import { getErrorCodes } from '#contract/errorCode';
import { getMachines } from '#contract/machine';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { useQuery } from '#state/useQuery';

const WHOLE_LIST = { allPages: true };

/** What every screen leans on, kept fresh while anybody is signed in: the state of all devices, and what rarely changes. Source: LIVE-013, LIVE-015. */
export function AppQueries(): null {
  useQuery(getMachines, {});
  useQuery(getAllDevices, {});
  useQuery(getAllDeviceTypes, {});
  useQuery(getAllLifeCycleStages, {});
  useQuery(getErrorCodes, {});
  useQuery(getDeployments, {}, {}, WHOLE_LIST);
  useQuery(getLocations, {}, {}, WHOLE_LIST);
  useQuery(getGreenhouses, {}, {}, WHOLE_LIST);
  useQuery(getOrganisations, {}, {}, WHOLE_LIST);
  useQuery(getAllMaps, {}, {}, WHOLE_LIST);
  return null;
}
