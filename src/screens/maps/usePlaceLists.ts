import { getAllMaps, type SiteMap } from '#contract/map';
import {
  getDeployments,
  getGreenhouses,
  getLocations,
  getOrganisations,
  type Deployment,
  type Greenhouse,
  type Location,
  type Organisation,
} from '#contract/place';
import { useAnswer } from '#hooks/useAnswer';

const WHOLE_LIST = { allPages: true };
const noLocations: readonly Location[] = [];
const noGreenhouses: readonly Greenhouse[] = [];
const noOrganisations: readonly Organisation[] = [];
const noDeployments: readonly Deployment[] = [];
const noMaps: readonly SiteMap[] = [];

/**
 * Queries the full lists (`PlaceLists`) of locations, greenhouses, organisations, deployments and maps. After a change, refresh the queries
 * in `query`.
 */
export function usePlaceLists() {
  const locations = useAnswer(getLocations, {}, {}, WHOLE_LIST);
  const greenhouses = useAnswer(getGreenhouses, {}, {}, WHOLE_LIST);
  const organisations = useAnswer(getOrganisations, {}, {}, WHOLE_LIST);
  const deployments = useAnswer(getDeployments, {}, {}, WHOLE_LIST);
  const maps = useAnswer(getAllMaps, {}, {}, WHOLE_LIST);
  return {
    query: { locations, greenhouses, organisations, deployments, maps },
    locations: locations.answer?.results ?? noLocations,
    greenhouses: greenhouses.answer?.results ?? noGreenhouses,
    organisations: organisations.answer?.results ?? noOrganisations,
    deployments: deployments.answer?.results ?? noDeployments,
    maps: maps.answer?.results ?? noMaps,
  };
}

/** The result of `usePlaceLists`. */
export type PlaceLists = ReturnType<typeof usePlaceLists>;
