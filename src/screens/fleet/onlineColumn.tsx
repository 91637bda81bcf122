import { rowSeenAt, type FleetRow } from '#state/fleetRows';
import type { Column } from '#ui/column';
import { OnlineMark } from '#widgets/OnlineMark';

/**
 * Returns the column "Online" of state and settings, as defined for the overviews, with its filter and the age of the last report. Source:
 * FLEET-005, FLEET-037.
 */
export function onlineColumn<Row>(fleetRowOf: (row: Row) => FleetRow): Column<Row> {
  return {
    id: 'online',
    shows: 'online',
    head: 'Online',
    width: 184,
    value: (row) => fleetRowOf(row).status,
    renderInputs: (row) => [fleetRowOf(row).status, fleetRowOf(row).status === 'online' || rowSeenAt(fleetRowOf(row))],
    filter: {
      kind: 'choice',
      segmented: true,
      options: [
        { value: 'online', label: 'Online' },
        { value: 'offline', label: 'Offline' },
        { value: 'unknown', label: 'Unknown' },
      ],
    },
    cell: (row) => <OnlineMark status={fleetRowOf(row).status} seenAt={rowSeenAt(fleetRowOf(row))} />,
  };
}
