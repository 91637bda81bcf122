import type { Column } from '#ui/column';
import { MapMarker } from './MapMarker.tsx';
import type { MapRow } from './mapRows.ts';
import { MapVersion } from './MapVersion.tsx';

/** The columns of the maps on a device. Source: DEV-025..027, GAP-48. */
export const mapColumns: readonly Column<MapRow>[] = [
  { id: 'version', head: 'Site version', narrow: 'state', cell: ({ version }) => <MapVersion version={version} /> },
  { id: 'id', head: 'Map', width: 132, narrow: 'title', cell: ({ id }) => id },
  { id: 'valid', head: 'Valid', width: 132, narrow: 'value', cell: (row) => <MapMarker map={row} /> },
];
