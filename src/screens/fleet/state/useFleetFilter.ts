import { useSearchParams } from 'react-router-dom';
import { isOperational } from '#domain/devices';
import { FILTER_SERIALS, FILTER_SHOW, readFleetFilter, type FleetFilter } from '#domain/fleetFilter';
import { isRowInError, type FleetRow } from '#state/fleetRows';

/** What the address limits the overview to, and the way to choose another; choosing one ends the other. */
export function useFleetFilter() {
  const [search, setSearch] = useSearchParams();
  const show = (kind: 'operational' | 'error' | null) => setSearch(kind === null ? {} : { [FILTER_SHOW]: kind });
  return { filter: readFleetFilter(search.get(FILTER_SERIALS), search.get(FILTER_SHOW)), show };
}

/** The rows that a filter leaves. */
export function filteredRows(rows: readonly FleetRow[], filter: FleetFilter): readonly FleetRow[] {
  switch (filter.kind) {
    case 'none':
      return rows;
    case 'serials':
      return rows.filter(({ device }) => filter.serials.includes(device.serial));
    case 'operational':
      return rows.filter(({ device }) => isOperational(device));
    case 'error':
      return rows.filter(isRowInError);
    default:
      return filter satisfies never;
  }
}

/** How a filter is named where nothing is found. */
export function filterText(filter: FleetFilter): string | undefined {
  switch (filter.kind) {
    case 'none':
      return undefined;
    case 'serials':
      return filter.serials.join(', ');
    case 'operational':
      return 'Operational Devices';
    case 'error':
      return 'Devices in Error';
    default:
      return filter satisfies never;
  }
}
