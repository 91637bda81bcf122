import { useMemo } from 'react';
import { getAllMaps, type SiteMap } from '#contract/map';
import {
  getDeployments,
  getGreenhouses,
  getLocations,
  getOrganisations,
  type Greenhouse,
  type Location,
  type Organisation,
} from '#contract/place';
import { namedAll } from '#domain/text/displayNames';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectDeployed } from '#state/referenceData';

const WHOLE_LIST = { allPages: true };
const noLocations: readonly Location[] = [];
const noGreenhouses: readonly Greenhouse[] = [];
const noOrganisations: readonly Organisation[] = [];
const noMaps: readonly SiteMap[] = [];

const useNamed = <P extends { readonly id: string; readonly name: string }>(places: readonly P[]) =>
  useMemo(() => namedAll(places), [places]);

/**
 * Queries the full lists (`PlaceLists`) of locations, greenhouses, organisations, deployments and maps. After a change, refresh the queries
 * in `query`, or `refreshGreenhouses`. Source: NAMED2.
 */
export function usePlaceLists() {
  const locations = useAnswer(getLocations, {}, {}, WHOLE_LIST);
  const greenhouses = useAnswer(getGreenhouses, {}, {}, WHOLE_LIST);
  const organisations = useAnswer(getOrganisations, {}, {}, WHOLE_LIST);
  const deployments = useAnswer(getDeployments, {}, {}, WHOLE_LIST);
  const maps = useAnswer(getAllMaps, {}, {}, WHOLE_LIST);
  return {
    query: { locations, greenhouses, organisations, deployments, maps },
    locations: useNamed(locations.answer?.results ?? noLocations),
    greenhouses: useNamed(greenhouses.answer?.results ?? noGreenhouses),
    organisations: useNamed(organisations.answer?.results ?? noOrganisations),
    deployments: useAppSelector(selectDeployed),
    maps: useNamed(maps.answer?.results ?? noMaps),
    /** Requests greenhouses and maps again, after a change of a greenhouse: who sees a map follows it. */
    refreshGreenhouses: () => {
      maps.refresh();
      greenhouses.refresh();
    },
  };
}

/** The result of `usePlaceLists`. */
export type PlaceLists = ReturnType<typeof usePlaceLists>;
