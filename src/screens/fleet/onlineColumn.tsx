import { rowSeenAt, type FleetRow } from '#state/fleetRows';
import type { Column } from '#ui/column';
import { OnlineMark } from '#widgets/OnlineMark';

/** Returns the first column of a fleet overview: online as defined for the overviews, and its filter. Source: FLEET-005, FLEET-037. */
export function onlineColumn<Row>(fleetRowOf: (row: Row) => FleetRow): Column<Row> {
  return {
    id: 'online',
    shows: 'online',
    head: 'Online',
    width: 184,
    value: (row) => (fleetRowOf(row).isOnline ? 'online' : 'offline'),
    renderInputs: (row) => fleetRowOf(row).isOnline || rowSeenAt(fleetRowOf(row)),
    filter: {
      kind: 'choice',
      segmented: true,
      options: [
        { value: 'online', label: 'Online' },
        { value: 'offline', label: 'Offline' },
      ],
    },
    cell: (row) => <OnlineMark isOnline={fleetRowOf(row).isOnline} seenAt={rowSeenAt(fleetRowOf(row))} />,
  };
}
