import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { postCreateGreenhouse } from '#contract/greenhouse';
import { useIsPast } from '#hooks/IntentContext';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { useArchived } from '#widgets/useArchived';
import { polledTableState } from '#widgets/polledTableState';
import { RightNote } from '#widgets/RightNote';
import { useOpenForm } from '../useOpenForm.ts';
import { usePlaceLists } from '../usePlaceLists.ts';
import { columns, UpdateContext } from './columns.tsx';
import { CreateGreenhouse } from './CreateGreenhouse.tsx';
import { type GreenhouseRow, greenhouseRows } from './greenhouseRows.ts';
import { UpdateGreenhouse } from './UpdateGreenhouse.tsx';

const BY_NAME = { id: 'location', desc: false };
const keyOfRow = ({ greenhouse }: GreenhouseRow) => greenhouse.id;

/** The Greenhouses screen: the list, and the dialogs to create and update one. Source: LOC-016..025. */
export function GreenhousesScreen() {
  const isPast = useIsPast();
  const creating = useActionGate(postCreateGreenhouse);
  const places = usePlaceLists();
  const { greenhouses, locations, maps, query } = places;
  const form = useOpenForm(greenhouses);
  const { shown, isOn, filter } = useArchived('greenhouses', greenhouses);
  const rows = useMemo(() => greenhouseRows(shown, locations, maps), [shown, locations, maps]);
  return (
    <Page
      title="Greenhouses"
      actions={
        <>
          {filter}
          <Button variant="solid" {...creating} onClick={form.create}>
            <Plus aria-hidden="true" />
            Create Greenhouse
          </Button>
        </>
      }
    >
      <RightNote right="places" />
      <UpdateContext value={isPast ? null : form.update}>
        <DataTable
          name="greenhouses"
          label="Greenhouses"
          columns={columns}
          rows={rows}
          rowKey={keyOfRow}
          rendersByValues
          sortedBy={BY_NAME}
          whenEmpty={
            !isOn && (
              <FillStep
                list="greenhouses"
                onStep={creating.title === undefined ? form.create : undefined}
                hasLocations={query.locations.answer === undefined || locations.length > 0}
              />
            )
          }
          {...polledTableState(query.greenhouses, query.locations, query.maps)}
        />
      </UpdateContext>
      {form.isCreating && <CreateGreenhouse places={places} onClose={form.close} />}
      {form.updated !== null && <UpdateGreenhouse greenhouse={form.updated} places={places} onClose={form.close} />}
    </Page>
  );
}
