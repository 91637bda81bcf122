import { useSearchParams } from 'react-router-dom';
import { countText } from '#domain/text/labels';
import { isOperational } from '#domain/devices/deviceList';
import { FILTER_SERIALS, FILTER_SHOW, readFleetFilter, type FleetFilter, type ShownKind } from '#domain/devices/fleetFilter';
import { isRowInError, isRowTreating, type FleetRow } from '#state/fleetRows';

/** Returns the filter of the state overview in the URL (serials, operational, in error) and its setter; choosing one replaces the other. */
export function useFleetFilter() {
  const [search, setSearch] = useSearchParams();
  const show = (kind: ShownKind | null) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.delete(FILTER_SERIALS);
      if (kind === null) next.delete(FILTER_SHOW);
      else next.set(FILTER_SHOW, kind);
      return next;
    });
  return { filter: readFleetFilter(search.get(FILTER_SERIALS), search.get(FILTER_SHOW)), show };
}

/** Returns the rows that pass a filter. */
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
    case 'treating':
      return rows.filter(isRowTreating);
    default:
      return filter satisfies never;
  }
}

/** Returns the name of a filter for the text of the empty table. */
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
    case 'treating':
      return 'Devices in Treatment';
    default:
      return filter satisfies never;
  }
}

/** Returns the name of a filter that has no button, for display next to the headline. Source: PRESSED1. */
export function onlyText(filter: FleetFilter): string | undefined {
  if (filter.kind === 'treating') return filterText(filter);
  return filter.kind === 'serials' ? countText(filter.serials.length, 'chosen device') : undefined;
}
