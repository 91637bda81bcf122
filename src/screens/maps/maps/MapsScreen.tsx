import { useMemo } from 'react';
import { getAllMaps, type SiteMap } from '#contract/map';
import { getGreenhouses } from '#contract/place';
import { useAnswer } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { useArchived } from '#widgets/useArchived';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns } from './columns.tsx';
import { mapRows, type MapRow } from './mapRows.ts';
import { UploadForm } from '../upload/UploadForm.tsx';

const NONE: readonly SiteMap[] = [];
const WHOLE_LIST = { allPages: true };
const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ map }: MapRow) => map.id;

/** The Overview Maps screen: all maps with their greenhouses, and the upload form below them. Source: MAP-001..013. */
export function MapsScreen() {
  const maps = useAnswer(getAllMaps, {}, {}, WHOLE_LIST);
  const greenhouses = useAnswer(getGreenhouses, {}, {}, WHOLE_LIST);
  const { shown, isOn, filter } = useArchived('maps', maps.answer?.results ?? NONE);
  const rows = useMemo(() => mapRows(shown, greenhouses.answer?.results ?? []), [shown, greenhouses.answer]);
  return (
    <Page title="Overview Maps" actions={filter}>
      <DataTable
        name="maps"
        label="Maps"
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        sortedBy={BY_NAME}
        whenEmpty={!isOn && <FillStep list="maps" />}
        {...requestedTableState(maps)}
      />
      <UploadForm />
    </Page>
  );
}
