/** The columns of the organisation table: Name (link to the tree), Client Name, Auth Groups for a system_admin. */

import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import { postUpdateOrganisation } from '#contract/organisation';
import type { Organisation } from '#contract/place';
import { MISSING } from '#domain/text/numbers';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { WithArchived } from '#widgets/WithArchived';
import { treeLink } from '#domain/addresses';

/** Called by the button of a row; null if nothing can be changed. */
export const UpdateContext = createContext<((organisation: Organisation) => void) | null>(null);

function UpdateButton({ organisation }: { readonly organisation: Organisation }) {
  const update = useContext(UpdateContext);
  const { disabled, title } = useActionGate(postUpdateOrganisation);
  return (
    <Button
      size="sm"
      disabled={update === null || disabled}
      title={title}
      aria-label={`Update ${organisation.name}`}
      onClick={() => update?.(organisation)}
    >
      <Pencil aria-hidden="true" />
      Update
    </Button>
  );
}

const found = (placeholder: string) => ({ kind: 'text', placeholder }) as const;

const usual: readonly Column<Organisation>[] = [
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ name }) => name,
    filter: found('Name'),
    renderInputs: ({ id, name, archived }) => [id, name, archived],
    cell: ({ id, name, archived }) => (
      <WithArchived of={{ archived }}>
        <Link to={treeLink(id)}>
          <WrappingText>{name}</WrappingText>
        </Link>
      </WithArchived>
    ),
  },
  {
    id: 'client_name',
    head: 'Client Name',
    narrow: 'place',
    sort: 'text',
    value: ({ client_name }) => client_name,
    filter: found('Client Name'),
    cell: ({ client_name }) => <WrappingText>{client_name || MISSING}</WrappingText>,
  },
];

const group: Column<Organisation> = {
  id: 'authentication_group',
  head: 'Auth Groups',
  narrow: 'more',
  sort: 'text',
  value: ({ authentication_group }) => authentication_group,
  filter: found('Auth Groups'),
  cell: ({ authentication_group }) => <WrappingText>{authentication_group || MISSING}</WrappingText>,
};

const update: Column<Organisation> = {
  id: 'update',
  head: '',
  label: 'Actions',
  width: 120,
  narrow: 'action',
  cell: (organisation) => <UpdateButton organisation={organisation} />,
};

/** The columns for every role but system_admin. Source: LOC-026, LOC-032. */
export const columns = [...usual, update];
/** The columns for a system_admin. Source: LOC-031, MSG-076. */
export const adminColumns = [...usual, group, update];
