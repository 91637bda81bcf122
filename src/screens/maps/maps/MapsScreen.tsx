import { useMemo } from 'react';
import { getAllMaps } from '#contract/map';
import { getGreenhouses } from '#contract/place';
import { useAnswer } from '#state/hooks/useAnswer';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns } from './columns.tsx';
import { mapRows, type MapRow } from './mapRows.ts';
import { UploadForm } from '../upload/UploadForm.tsx';

const WHOLE_LIST = { allPages: true };
const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ map }: MapRow) => map.id;

/** All maps with their greenhouses, and the upload form. Source: MAP-001..013. */
export function MapsScreen() {
  const maps = useAnswer(getAllMaps, {}, {}, WHOLE_LIST);
  const greenhouses = useAnswer(getGreenhouses, {}, {}, WHOLE_LIST);
  const rows = useMemo(() => mapRows(maps.answer?.results ?? [], greenhouses.answer?.results ?? []), [maps.answer, greenhouses.answer]);
  return (
    <Page title="Overview Maps">
      <DataTable
        name="maps"
        label="Maps"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        sortedBy={BY_NAME}
        whenEmpty={<FillStep list="maps" />}
        {...requestedTableState(maps)}
      />
      <UploadForm />
    </Page>
  );
}
