import { useMemo } from 'react';
import { useDeviceData } from '#hooks/useDeviceData';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { SmallTable } from '#ui/SmallTable';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { MapValidity } from './MapValidity.tsx';
import { mapRows, type MapRow } from './mapRows.ts';
import { MapVersion } from './MapVersion.tsx';

/** The columns of the maps on a device. Source: DEV-025..027, GAP-48. */
const mapColumns: readonly Column<MapRow>[] = [
  {
    id: 'version',
    head: 'Site version',
    narrow: 'state',
    shows: ({ id }) => `map_data.available_maps.${id}.version`,
    cell: ({ version }) => <MapVersion version={version} />,
  },
  { id: 'id', head: 'Map', width: 132, narrow: 'title', cell: ({ id }) => id },
  {
    id: 'valid',
    head: 'Valid',
    width: 132,
    narrow: 'value',
    shows: ({ id }) => `map_data.available_maps.${id}.valid`,
    cell: (row) => <MapValidity map={row} />,
  },
];

const keyOfMap = ({ id }: MapRow) => id;
const none = {};

/** Renders "Maps" on a device: Site version, Map, Valid. */
export function MapsSection({ serial }: { readonly serial: string }) {
  const query = useDeviceData(serial, 'map_data');
  const available = query.answer?.available_maps ?? none;
  const rows = useMemo(() => mapRows(available), [available]);
  return (
    <AnsweredSection
      title="Maps"
      bare
      query={query}
      reported={useDeviceReported(serial)}
      end={query.answer === undefined ? undefined : rows.length}
    >
      {() => (
        <SmallTable>
          <DataTable
            name="device-maps"
            label="Maps on this device"
            dense
            columns={mapColumns}
            rows={rows}
            rowKey={keyOfMap}
            of={serial}
            paged={false}
          />
        </SmallTable>
      )}
    </AnsweredSection>
  );
}
