import { Plus } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import type { Greenhouse } from '#contract/place';
import { IntentContext } from '#state/IntentContext';
import { Button } from '#ui/Button';
import { renderKeyOf } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { listLook } from '#widgets/listLook';
import { usePlaces } from '../usePlaces.ts';
import { columns, UpdateContext } from './columns.tsx';
import { CreateGreenhouse } from './CreateGreenhouse.tsx';
import { type GreenhouseRow, greenhouseRows } from './greenhouseRows.ts';
import { UpdateGreenhouse } from './UpdateGreenhouse.tsx';

const BY_NAME = { id: 'location', desc: false };
const keyOfRow = ({ greenhouse }: GreenhouseRow) => greenhouse.id;
const renderKey = renderKeyOf(columns);

/** All greenhouses, and the forms to create and update one. Source: LOC-016..025. */
export function GreenhousesScreen() {
  const isPast = useContext(IntentContext) === null;
  const places = usePlaces();
  const { greenhouses, locations, maps, asked } = places;
  const [form, setForm] = useState<'create' | Greenhouse | null>(null);
  const rows = useMemo(() => greenhouseRows(greenhouses, locations, maps), [greenhouses, locations, maps]);
  const close = () => setForm(null);
  return (
    <Page
      title="Greenhouses"
      actions={
        <Button look="solid" disabled={isPast} onClick={() => setForm('create')}>
          <Plus aria-hidden="true" />
          Create Greenhouse
        </Button>
      }
    >
      <UpdateContext value={isPast ? null : setForm}>
        <DataTable
          name="greenhouses"
          label="Greenhouses"
          columns={columns}
          rows={rows}
          rowKey={keyOfRow}
          renderKey={renderKey}
          sortedBy={BY_NAME}
          {...listLook(asked.greenhouses, asked.locations, asked.maps)}
        />
      </UpdateContext>
      {form === 'create' && <CreateGreenhouse places={places} onClose={close} />}
      {form !== null && form !== 'create' && (
        // A greenhouse may leave the list while somebody types.
        <UpdateGreenhouse greenhouse={greenhouses.find(({ id }) => id === form.id) ?? form} places={places} onClose={close} />
      )}
    </Page>
  );
}
