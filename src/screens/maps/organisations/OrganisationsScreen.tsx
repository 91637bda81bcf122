import { Plus } from 'lucide-react';
import type { Organisation } from '#contract/place';
import { seesEverything } from '#domain/people/rights';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { useArchived } from '#widgets/useArchived';
import { polledTableState } from '#widgets/polledTableState';
import { RightNote } from '#widgets/RightNote';
import { useOpenForm } from '../useOpenForm.ts';
import { usePlaceLists } from '../usePlaceLists.ts';
import { adminColumns, columns, UpdateContext } from './columns.tsx';
import { CreateOrganisation, UpdateOrganisation } from './OrganisationForms.tsx';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ id }: Organisation) => id;

/** The Organisations screen: the list, and the dialogs to create and update one. Source: LOC-026..032. */
export function OrganisationsScreen() {
  const isPast = useIsPast();
  const role = useAppSelector(selectRole);
  const { organisations, query } = usePlaceLists();
  const form = useOpenForm(organisations);
  const { shown, isOn, filter } = useArchived('organisations', organisations);
  const dialog = { organisations, refresh: query.organisations.refresh, onClose: form.close };
  return (
    <Page
      title="Organisations"
      actions={
        // Other roles could not see a new organisation, which has no group; the server also rejects such attempts.
        <>
          {filter}
          {seesEverything(role) && (
            <Button variant="solid" disabled={isPast} onClick={form.create}>
              <Plus aria-hidden="true" />
              Create Organisation
            </Button>
          )}
        </>
      }
    >
      <RightNote right="places" />
      <UpdateContext value={isPast ? null : form.update}>
        <DataTable
          name="organisations"
          label="Organisations"
          columns={role === 'system_admin' ? adminColumns : columns}
          rows={shown}
          rowKey={keyOfRow}
          rendersByValues
          sortedBy={BY_NAME}
          whenEmpty={!isOn && <FillStep list="organisations" onStep={form.create} />}
          {...polledTableState(query.organisations)}
        />
      </UpdateContext>
      {form.isCreating && <CreateOrganisation {...dialog} />}
      {form.updated !== null && <UpdateOrganisation {...dialog} organisation={form.updated} />}
    </Page>
  );
}
