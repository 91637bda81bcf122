import { DataTable } from '#ui/table/DataTable';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import type { PlaceLists } from '../usePlaceLists.ts';
import { columns } from './columns.tsx';
import type { LocationFilter } from './LocationFilters.tsx';
import type { LocationRow } from './locationRows.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ location }: LocationRow) => location.id;

interface Props {
  readonly rows: readonly LocationRow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly filter: LocationFilter;
  readonly query: PlaceLists['query'];
  readonly onCreate: (() => void) | undefined;
}

/** Renders the table of the locations; a click on a row selects its location. */
export function LocationTable({ rows, chosen, onChoose, filter, query, onCreate }: Props) {
  const hasOrganisations = query.organisations.answer === undefined || query.organisations.answer.results.length > 0;
  return (
    <DataTable
      name="locations"
      label="Locations"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      rendersByValues
      rowTone={({ location }) => (location.id === chosen ? 'selected' : undefined)}
      onRow={({ location }) => onChoose(location.id)}
      sortedBy={BY_NAME}
      filters={{}}
      onFilters={filter.clear}
      filterText={filter.words}
      whenEmpty={!filter.archived.isOn && <FillStep list="locations" onStep={onCreate} hasOrganisations={hasOrganisations} />}
      {...polledTableState(query.locations, query.greenhouses, query.organisations)}
    />
  );
}
