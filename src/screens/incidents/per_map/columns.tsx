/** The columns of incidents: per lane (Lane, Number of incidents, Fail percentage), on the map (Incident ID, Lane, X, Y, Version). */

import { Link } from 'react-router-dom';
import type { LaneIncidents } from '#domain/incidents/incidentLanes';
import { exactPercentText, measureText, numberText } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import type { PlacedIncident } from './planContent.ts';

/** The columns of the incidents per lane. Source: INC-062, INC-063. */
export const laneColumns: readonly Column<LaneIncidents>[] = [
  { id: 'lane', head: 'Lane', narrow: 'title', sort: 'text', value: ({ lane }) => lane, cell: ({ lane }) => lane },
  {
    id: 'count',
    head: 'Number of incidents',
    narrow: 'state',
    align: 'end',
    sort: 'number',
    value: ({ count }) => count,
    cell: ({ count }) => numberText(count),
  },
  {
    id: 'share',
    head: 'Fail percentage',
    narrow: 'value',
    align: 'end',
    sort: 'number',
    value: ({ share }) => share,
    exportValue: ({ share }) => exactPercentText(share),
    cell: ({ share }) => exactPercentText(share),
  },
];

const places: readonly Column<PlacedIncident>[] = [
  {
    id: 'incident',
    head: 'Incident ID',
    narrow: 'title',
    sort: 'text',
    value: ({ id }) => id,
    cell: ({ id, to }) => <Link to={to}>{id}</Link>,
  },
  { id: 'lane', head: 'Lane', width: 72, narrow: 'place', sort: 'text', value: ({ lane }) => lane, cell: ({ lane }) => lane },
  {
    id: 'x',
    head: 'X',
    width: 92,
    narrow: 'more',
    align: 'end',
    sort: 'number',
    value: ({ x }) => x,
    cell: ({ x }) => measureText(x, 'm'),
  },
  {
    id: 'y',
    head: 'Y',
    width: 92,
    narrow: 'more',
    align: 'end',
    sort: 'number',
    value: ({ y }) => y,
    cell: ({ y }) => measureText(y, 'm'),
  },
];

const versionColumn: Column<PlacedIncident> = {
  id: 'version',
  head: 'Version',
  width: 92,
  narrow: 'more',
  sort: 'text',
  value: ({ version }) => version ?? '',
  cell: ({ version }) => version ?? '-',
};

/** Returns the columns of the incidents on lanes, including the version of the map if the server sends it. Source: LANEI3. */
export const placeColumns = (rows: readonly PlacedIncident[]): readonly Column<PlacedIncident>[] =>
  rows.some(({ version }) => version !== null) ? [...places, versionColumn] : places;
