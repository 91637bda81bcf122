import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Location } from '#contract/place';
import { makeSelectPlaceFleet } from '#state/placeFleet';
import { useAppSelector } from '#state/useAppSelector';
import { WishContext } from '#state/WishContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/DataTable';
import { ComboField } from '#ui/form/ComboField';
import { Page } from '#ui/Page';
import { SearchField } from '#ui/SearchField';
import { geoPlaces } from '#widgets/geoPlaces';
import { listLook } from '#widgets/listLook';
import { PlacesLegend } from '#widgets/PlacesLegend';
import { PlacesMap } from '#widgets/PlacesMap';
import { namedOptions } from '../placeOptions.ts';
import { usePlaces } from '../usePlaces.ts';
import { columns } from './columns.tsx';
import { CreateLocation } from './CreateLocation.tsx';
import { GreenhousePlan } from './GreenhousePlan.tsx';
import { LocationDetail } from './LocationDetail.tsx';
import { foundLocations, type LocationRow, locationRows, lookOfLocation } from './locationRows.ts';
import { UpdateLocation } from './UpdateLocation.tsx';

const BY_NAME = { id: 'name', desc: false };
const ALL = [{ value: '', label: 'All organisations' }];
const keyOfRow = ({ location }: LocationRow) => location.id;

/** How high the map is. */
const MAP_PX = 470;
const NO_MAP = 'This browser cannot draw the map; the table below has all of it.';

/** The map with the chosen location beside it; one of them alone takes the whole width. */
const Beside = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '24px 32px',
    alignItems: 'start',
    _empty: { display: 'none' },
    // The list beside may be longer than the map.
    '& > :first-of-type:not(:last-child)': { position: { lg: 'sticky' }, top: '16px' },
    '&:has(> :not(:only-child))': { gridTemplateColumns: { lg: 'minmax(0, 1fr) 420px' } },
  },
});
const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    '& > .field': { flex: { base: '1 1 100%', md: '0 1 220px' } },
    '& > p': { ml: { md: 'auto' } },
  },
});

/** A form keeps the location it was opened with: it may leave the list while somebody types. */
type OpenForm = { readonly kind: 'create' } | { readonly kind: 'update'; readonly location: Location } | null;

/** What is chosen and open on this screen: the location stands in the address, the forms do not. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  const [form, setForm] = useState<OpenForm>(null);
  return {
    chosen: search.get('location'),
    /** The greenhouse whose plan is open. */
    house: search.get('greenhouse'),
    choose: (id: string) => setSearch({ location: id }),
    form,
    setForm,
  };
}

/** All locations with what stands and works there, and the forms to create and update one. Source: LOC-001..015. */
export function LocationsScreen() {
  const isPast = useContext(WishContext) === null;
  const places = usePlaces();
  const { locations, greenhouses, organisations, maps, asked } = places;
  const selectFleets = useMemo(makeSelectPlaceFleet, []);
  const fleets = useAppSelector(selectFleets);
  const [text, setText] = useState('');
  const [owner, setOwner] = useState('');
  const { chosen, house, choose, form, setForm } = useOpened();
  const all = useMemo(
    () => locationRows({ locations, greenhouses, organisations, fleets }),
    [locations, greenhouses, organisations, fleets],
  );
  const rows = useMemo(() => foundLocations(all, text, owner), [all, text, owner]);
  const onMap = useMemo(
    () =>
      geoPlaces(
        rows.map(({ location }) => location),
        fleets,
      ),
    [rows, fleets],
  );
  const row = all.find(({ location }) => location.id === chosen);
  const greenhouse = row?.greenhouses.find(({ id }) => id === house);
  const isFiltered = text.trim() !== '' || owner !== '';
  const clear = () => {
    setText('');
    setOwner('');
  };
  return (
    <Page
      title="Locations"
      actions={
        <Button look="solid" disabled={isPast} onClick={() => setForm({ kind: 'create' })}>
          <Plus aria-hidden="true" />
          Create Location
        </Button>
      }
    >
      <Line>
        <div className="field">
          <SearchField label="Name or address" placeholder="Name or address" value={text} onValue={setText} />
        </div>
        <div className="field">
          <ComboField
            isLabelHidden
            label="Organisation"
            placeholder="All organisations"
            options={[...ALL, ...namedOptions(organisations)]}
            value={owner}
            onValue={setOwner}
          />
        </div>
        {onMap.length > 0 && <PlacesLegend />}
      </Line>
      <Beside>
        {onMap.length > 0 && (
          <PlacesMap places={onMap} chosen={chosen} heightPx={MAP_PX} onChoose={choose} instead={<Banner tone="quiet">{NO_MAP}</Banner>} />
        )}
        {row !== undefined && <LocationDetail row={row} onUpdate={() => setForm({ kind: 'update', location: row.location })} />}
      </Beside>
      {greenhouse !== undefined && row !== undefined && (
        <GreenhousePlan key={greenhouse.id} greenhouse={greenhouse} devices={row.fleet.devices} maps={maps} />
      )}
      {row === undefined && chosen !== null && asked.locations.answer !== undefined && (
        <Banner tone="warning">{`Location ${chosen} not found`}</Banner>
      )}
      <DataTable
        name="locations"
        label="Locations"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        rowLook={lookOfLocation}
        rowTone={({ location }) => (location.id === chosen ? 'selected' : undefined)}
        onRow={({ location }) => choose(location.id)}
        sortedBy={BY_NAME}
        filters={{}}
        onFilters={clear}
        filterText={isFiltered ? [text.trim(), organisations.find(({ id }) => id === owner)?.name].filter(Boolean).join(', ') : undefined}
        {...listLook(asked.locations, asked.greenhouses, asked.organisations)}
      />
      {form?.kind === 'create' && <CreateLocation places={places} onClose={() => setForm(null)} onCreated={choose} />}
      {form?.kind === 'update' && (
        <UpdateLocation
          location={locations.find(({ id }) => id === form.location.id) ?? form.location}
          places={places}
          onClose={() => setForm(null)}
        />
      )}
    </Page>
  );
}
