import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import type { Greenhouse } from '#contract/place';
import { MISSING } from '#domain/text/numbers';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { WithArchived } from '#widgets/WithArchived';
import { locationLink, mapLink } from '#domain/addresses';
import type { GreenhouseRow } from './greenhouseRows.ts';

/** Called by the button of a row; null if nothing can be changed. */
export const UpdateContext = createContext<((greenhouse: Greenhouse) => void) | null>(null);

function UpdateButton({ greenhouse }: { readonly greenhouse: Greenhouse }) {
  const update = useContext(UpdateContext);
  const { disabled, title } = useActionGate(postUpdateGreenhouse);
  return (
    <Button
      size="sm"
      disabled={update === null || disabled}
      title={title}
      aria-label={`Update ${greenhouse.name}`}
      onClick={() => update?.(greenhouse)}
    >
      <Pencil aria-hidden="true" />
      Update
    </Button>
  );
}

const found = (placeholder: string) => ({ kind: 'text', placeholder }) as const;

/** The columns of the greenhouses: Name, Client Name, Location, Map, Update. Source: LOC-016. */
export const columns: readonly Column<GreenhouseRow>[] = [
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ greenhouse }) => greenhouse.name,
    filter: found('Name'),
    renderInputs: ({ greenhouse: { name, archived } }) => [name, archived],
    cell: ({ greenhouse }) => (
      <WithArchived of={greenhouse}>
        <strong>
          <WrappingText>{greenhouse.name}</WrappingText>
        </strong>
      </WithArchived>
    ),
  },
  {
    id: 'client_name',
    head: 'Client Name',
    narrow: 'more',
    sort: 'text',
    value: ({ greenhouse }) => greenhouse.client_name,
    filter: found('Client Name'),
    cell: ({ greenhouse }) => <WrappingText>{greenhouse.client_name || MISSING}</WrappingText>,
  },
  {
    id: 'location',
    head: 'Location',
    narrow: 'place',
    sort: 'text',
    value: ({ location }) => location,
    filter: found('Location'),
    cell: ({ greenhouse, location }) => (
      <Link to={locationLink(greenhouse.location_id)}>
        <WrappingText>{location}</WrappingText>
      </Link>
    ),
  },
  {
    id: 'map',
    head: 'Map',
    narrow: 'more',
    sort: 'text',
    value: ({ map }) => map,
    filter: found('Map'),
    cell: ({ greenhouse, map }) =>
      greenhouse.map_id ? (
        <Link to={mapLink(greenhouse.map_id)}>
          <WrappingText>{map ?? greenhouse.map_id}</WrappingText>
        </Link>
      ) : (
        MISSING
      ),
  },
  {
    id: 'update',
    head: '',
    label: 'Actions',
    width: 120,
    narrow: 'action',
    renderInputs: ({ greenhouse }) => greenhouse,
    cell: ({ greenhouse }) => <UpdateButton greenhouse={greenhouse} />,
  },
];
