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
import { listLook } from '#widgets/listLook';
import { namedOptions } from '../placeOptions.ts';
import { usePlaces } from '../usePlaces.ts';
import { columns } from './columns.tsx';
import { CreateLocation } from './CreateLocation.tsx';
import { LocationDetail } from './LocationDetail.tsx';
import { foundLocations, type LocationRow, locationRows, lookOfLocation } from './locationRows.ts';
import { UpdateLocation } from './UpdateLocation.tsx';

const BY_NAME = { id: 'name', desc: false };
const ALL = [{ value: '', label: 'All organisations' }];
const keyOfRow = ({ location }: LocationRow) => location.id;

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    '& > .field': { flex: { base: '1 1 100%', md: '0 1 220px' } },
    '& > button': { ml: { md: 'auto' } },
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
    choose: (id: string) => setSearch({ location: id }),
    form,
    setForm,
  };
}

/** All locations with what stands and works there, and the forms to create and update one. Source: LOC-001..015. */
export function LocationsScreen() {
  const isPast = useContext(WishContext) === null;
  const places = usePlaces();
  const { locations, greenhouses, organisations, asked } = places;
  const selectFleets = useMemo(makeSelectPlaceFleet, []);
  const fleets = useAppSelector(selectFleets);
  const [text, setText] = useState('');
  const [owner, setOwner] = useState('');
  const { chosen, choose, form, setForm } = useOpened();
  const all = useMemo(
    () => locationRows({ locations, greenhouses, organisations, fleets }),
    [locations, greenhouses, organisations, fleets],
  );
  const rows = useMemo(() => foundLocations(all, text, owner), [all, text, owner]);
  const row = all.find(({ location }) => location.id === chosen);
  const isFiltered = text.trim() !== '' || owner !== '';
  const clear = () => {
    setText('');
    setOwner('');
  };
  return (
    <Page>
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
        <Button look="solid" disabled={isPast} onClick={() => setForm({ kind: 'create' })}>
          <Plus aria-hidden="true" />
          Create Location
        </Button>
      </Line>
      {row !== undefined && <LocationDetail row={row} onUpdate={() => setForm({ kind: 'update', location: row.location })} />}
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
