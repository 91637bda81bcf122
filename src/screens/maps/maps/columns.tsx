import { Link } from 'react-router-dom';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { WithArchived } from '#widgets/WithArchived';
import { mapLink } from '#domain/addresses';
import type { MapRow } from './mapRows.ts';

const found = (placeholder: string) => ({ kind: 'text', placeholder }) as const;

/** The columns of the maps: ID, Versions, Name, Greenhouse Name. Source: MAP-003..007. */
export const columns: readonly Column<MapRow>[] = [
  {
    id: 'id',
    head: 'ID',
    width: 200,
    narrow: 'place',
    sort: 'text',
    value: ({ map }) => map.id,
    filter: found('ID'),
    cell: ({ map }) => <Link to={mapLink(map.id)}>{map.id}</Link>,
  },
  {
    id: 'versions',
    head: 'Versions',
    narrow: 'more',
    value: ({ versions }) => versions,
    filter: found('Versions'),
    cell: ({ versions }) => <WrappingText>{versions === '' ? MISSING : versions}</WrappingText>,
  },
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ map }) => map.name,
    filter: found('Name'),
    renderInputs: ({ map: { name, archived } }) => [name, archived],
    cell: ({ map }) => (
      <WithArchived of={map}>
        <WrappingText>{map.name}</WrappingText>
      </WithArchived>
    ),
  },
  {
    id: 'greenhouse',
    head: 'Greenhouse Name',
    narrow: 'more',
    sort: 'text',
    value: ({ greenhouse }) => greenhouse,
    filter: found('Greenhouse Name'),
    cell: ({ greenhouse }) => <WrappingText>{greenhouse ?? MISSING}</WrappingText>,
  },
];
