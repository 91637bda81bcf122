import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { postCreateLocation } from '#contract/location';
import { makeSelectLocationFleet } from '#state/locationFleet';
import { useAppSelector } from '#hooks/useAppSelector';
import { useHasHistory } from '#hooks/useHasHistory';
import { useIsPast } from '#hooks/IntentContext';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { useActionGate } from '#hooks/useActionGate';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { KeptForms } from '#ui/form/KeptForms';
import { useKeptWhileUnsaved } from '#ui/form/useLastKnown';
import { Page } from '#ui/Page';
import { geoPlaces } from '#widgets/geoPlaces';
import { PlacesLegend } from '#widgets/PlacesLegend';
import { RightNote } from '#widgets/RightNote';
import { useOpenForm } from '../useOpenForm.ts';
import { usePlaceLists, type PlaceLists } from '../usePlaceLists.ts';
import { CreateLocation } from './CreateLocation.tsx';
import { GreenhousePlan } from './GreenhousePlan.tsx';
import { LocationDetail } from './LocationDetail.tsx';
import { LocationFilters, type LocationFilter, useLocationFilter } from './LocationFilters.tsx';
import { LocationsMap } from './LocationsMap.tsx';
import { LocationTable } from './LocationTable.tsx';
import { foundLocations, locationRows } from './locationRows.ts';
import { SiteLanes } from './SiteLanes.tsx';
import { UpdateLocation } from './UpdateLocation.tsx';

/** Returns the location in the URL, and the greenhouse whose plan is open. */
function useChoice() {
  const [search, setSearch] = useSearchParams();
  const choose = (location: string) =>
    setSearch((known) => {
      const { greenhouse: _, ...others } = Object.fromEntries(known);
      return { ...others, location };
    });
  return { chosen: search.get('location'), house: search.get('greenhouse'), choose };
}

/** Returns the rows of all locations, the rows that pass the filter, and the latter as places on the map. */
function useLocationRows({ query, locations, greenhouses, organisations }: PlaceLists, { text, owner, archived }: LocationFilter) {
  const selectFleets = useMemo(makeSelectLocationFleet, []);
  const fleets = useAppSelector(selectFleets);
  const hasGreenhouses = !query.greenhouses.isUnknown;
  const all = useMemo(
    () => locationRows({ locations, greenhouses, hasGreenhouses, organisations, fleets }),
    [locations, greenhouses, hasGreenhouses, organisations, fleets],
  );
  const rows = useMemo(
    () => foundLocations(all, text, owner).filter(({ location }) => (location.archived === true) === archived.isOn),
    [all, text, owner, archived.isOn],
  );
  const onMap = useMemo(
    () =>
      geoPlaces(
        rows.map(({ location }) => location),
        fleets,
      ),
    [rows, fleets],
  );
  return { all, rows, onMap };
}

/**
 * The Locations screen: the filter, the map, the table, the location and greenhouse selected in the URL, and the dialogs to create and update a location.
 * Source: LOC-001..015.
 */
export function LocationsScreen() {
  const creating = useActionGate(postCreateLocation);
  const places = usePlaceLists();
  const { locations, organisations, query } = places;
  const filter = useLocationFilter(organisations, locations);
  const { chosen, house, choose } = useChoice();
  const form = useOpenForm(locations);
  const hasHistory = useHasHistory();
  const { all, rows, onMap } = useLocationRows(places, filter);
  const listed = all.find(({ location }) => location.id === chosen);
  const kept = useKeptWhileUnsaved(chosen, listed);
  const row = useIsPast() ? listed : kept;
  const isAwaited = useIsAwaited(query.locations, chosen);
  const greenhouse = row?.greenhouses.find(({ id }) => id === house);
  return (
    <Page
      title="Locations"
      actions={
        <Button variant="solid" {...creating} onClick={form.create}>
          <Plus aria-hidden="true" />
          Create Location
        </Button>
      }
    >
      <RightNote right="places" />
      <LocationFilters filter={filter} organisations={organisations}>
        {onMap.length > 0 && <PlacesLegend />}
      </LocationFilters>
      <LocationsMap places={onMap} chosen={chosen} onChoose={choose}>
        {kept !== undefined && (
          <KeptForms hidden={row === undefined}>
            <LocationDetail row={kept} onUpdate={() => form.update(kept.location)} />
          </KeptForms>
        )}
      </LocationsMap>
      {greenhouse !== undefined && row !== undefined && (
        <GreenhousePlan key={greenhouse.id} greenhouse={greenhouse} devices={row.fleet.devices} maps={query.maps} />
      )}
      {row === undefined && chosen !== null && query.locations.answer !== undefined && !isAwaited && (
        <Banner tone="warning">{`Location ${chosen} not found`}</Banner>
      )}
      <LocationTable
        rows={rows}
        chosen={chosen}
        onChoose={choose}
        filter={filter}
        query={query}
        onCreate={creating.title === undefined ? form.create : undefined}
      />
      {hasHistory && row !== undefined && <SiteLanes devices={row.fleet.devices} />}
      {form.isCreating && <CreateLocation places={places} onClose={form.close} onCreated={choose} />}
      {form.updated !== null && <UpdateLocation location={form.updated} places={places} onClose={form.close} />}
    </Page>
  );
}
