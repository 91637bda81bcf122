import { useMemo } from 'react';
import { useDeviceData } from '#state/useDeviceData';
import { DataTable } from '#ui/DataTable';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { mapColumns } from './mapColumns.tsx';
import { mapRows, type MapRow } from './mapRows.ts';
import { SmallTable } from '#ui/SmallTable';
import { useDeviceReported } from '../useDeviceReported.ts';

const keyOfMap = ({ id }: MapRow) => id;
const none = {};

/** The maps on a device, each with its version and whether it is valid. */
export function MapsSection({ serial }: { readonly serial: string }) {
  const asked = useDeviceData(serial, 'map_data');
  const available = asked.answer?.available_maps ?? none;
  const rows = useMemo(() => mapRows(available), [available]);
  return (
    <AnsweredSection
      title="Maps"
      bare
      asked={asked}
      heard={useDeviceReported(serial)}
      end={asked.answer === undefined ? undefined : rows.length}
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
            paged={false}
          />
        </SmallTable>
      )}
    </AnsweredSection>
  );
}
