import { locationLink } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { getLocations, type Location } from '#contract/place';
import { namedAll } from '#domain/text/displayNames';
import { withoutArchived } from '#domain/places/withoutArchived';
import { numberText } from '#domain/text/numbers';
import type { GeoPlace } from '#map/geo/place';
import { selectAnswer } from '#state/answers';
import { makeSelectLocationFleet } from '#state/locationFleet';
import { useAppSelector } from '#hooks/useAppSelector';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { WrappingText } from '#ui/WrappingText';
import { geoPlaces } from './geoPlaces.ts';
import { PlacesLegend } from './PlacesLegend.tsx';
import { PlacesMap } from './PlacesMap.tsx';

const HEIGHT_PX = 420;
const none: readonly Location[] = [];
const keyOfRow = ({ id }: GeoPlace) => id;
const BY_ERRORS = { id: 'errorCount', desc: true };

const counted = (id: 'deviceCount' | 'onlineCount' | 'errorCount' | 'treatingCount', head: string): Column<GeoPlace> => ({
  id,
  head,
  width: 120,
  align: 'end',
  narrow: 'more',
  sort: 'number',
  value: (place) => place[id],
  cell: (place) => numberText(place[id]),
});

const columns: readonly Column<GeoPlace>[] = [
  {
    id: 'name',
    head: 'Location',
    narrow: 'title',
    sort: 'text',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={locationLink(id)}>
        <WrappingText>{name}</WrappingText>
      </Link>
    ),
  },
  counted('deviceCount', 'Devices'),
  {
    ...counted('onlineCount', 'Online'),
    cell: ({ onlineCount, unknownCount }) => (unknownCount > 0 ? 'Unknown' : numberText(onlineCount)),
  },
  counted('errorCount', 'In error'),
  counted('treatingCount', 'In treatment'),
];

/** Renders the content of the map as a table. */
function PlacesTable({ places }: { readonly places: readonly GeoPlace[] }) {
  return (
    <DataTable
      name="dashboard-places"
      label="Locations"
      columns={columns}
      rows={places}
      rowKey={keyOfRow}
      rendersByValues
      sortedBy={BY_ERRORS}
      pageSize={5}
    />
  );
}

/** Renders the map of the locations that are not archived; each marker links to its location. Without WebGL, renders a table with the numbers of devices. */
export function PlacesOverview() {
  const navigate = useNavigate();
  const select = useMemo(makeSelectLocationFleet, []);
  const fleets = useAppSelector(select);
  const locations = useAppSelector((s) => selectAnswer(s, getLocations)?.results) ?? none;
  const places = useMemo(() => geoPlaces(namedAll(withoutArchived(locations)), fleets), [locations, fleets]);
  if (places.length === 0) return null;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="12px">
      <PlacesLegend />
      <PlacesMap
        places={places}
        chosen={null}
        heightPx={HEIGHT_PX}
        onChoose={(id) => void navigate(locationLink(id))}
        instead={<PlacesTable places={places} />}
        meanwhile={<PlacesTable places={places} />}
      />
    </chakra.div>
  );
}
