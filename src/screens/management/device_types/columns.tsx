import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import { named } from '#domain/text/displayNames';
import { MISSING } from '#domain/text/numbers';
import { yesNo } from '#domain/text/yesNo';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WithArchived } from '#widgets/WithArchived';
import { TypeMenu, type DeviceType } from './TypeMenu.tsx';

/** Opens the dialog that updates a device type, by its id; null for users who are not staff, and while the past is shown. */
export const UpdateContext = createContext<((id: string) => void) | null>(null);

function UpdateButton({ type }: { readonly type: DeviceType }) {
  const update = useContext(UpdateContext);
  return (
    <Button size="sm" disabled={update === null} aria-label={`Update Device Type ${type.id}`} onClick={() => update?.(type.id)}>
      <Pencil aria-hidden="true" />
      Update Device Type
    </Button>
  );
}

const revisionsOf = ({ revisions }: DeviceType) =>
  (revisions ?? [])
    .flatMap(({ revision_id, archived }) => (revision_id == null ? [] : [archived === true ? `${revision_id} (archived)` : revision_id]))
    .join(', ');

const Buttons = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' } });

/** The columns of the device types: Id, Name, Hardware Revisions, Metadata Schema, "Update Device Type". Source: MGMT-068, MGMT-069. */
export const columns: readonly Column<DeviceType>[] = [
  {
    id: 'id',
    head: 'Id',
    width: 220,
    narrow: 'place',
    sort: 'text',
    value: ({ id }) => id,
    cell: ({ id }) => id,
  },
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: (type) => named(type).name,
    filter: { kind: 'text', placeholder: 'Name' },
    renderInputs: ({ id, name, archived }) => [id, name, archived],
    cell: ({ id, name, archived }) => (
      <WithArchived of={{ archived }}>
        <strong>{named({ id, name }).name}</strong>
      </WithArchived>
    ),
  },
  {
    id: 'revisions',
    head: 'Hardware Revisions',
    narrow: 'state',
    value: revisionsOf,
    cell: (type) => revisionsOf(type) || MISSING,
  },
  {
    id: 'schema',
    head: 'Metadata Schema',
    width: 160,
    narrow: 'more',
    value: ({ metadata_schema }) => yesNo(metadata_schema != null),
    cell: ({ metadata_schema }) => yesNo(metadata_schema != null),
  },
  {
    id: 'update',
    head: '',
    label: 'Actions',
    width: 270,
    narrow: 'action',
    renderInputs: ({ id, archived }) => [id, archived],
    cell: (type) => (
      <Buttons>
        <UpdateButton type={type} />
        <TypeMenu type={type} />
      </Buttons>
    ),
  },
];
