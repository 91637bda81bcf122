import { Plus } from 'lucide-react';
import { useState } from 'react';
import { getAllDeviceTypes } from '#contract/devices/device';
import { postArchiveDeviceType } from '#contract/devices/deviceType';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { selectRole } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { StaffOnly } from '../StaffOnly.tsx';
import { columns, UpdateContext } from './columns.tsx';
import { type OpenDialog, TypeDialogs } from './TypeDialogs.tsx';
import { TypeActionsContext, type DeviceType, type TypeAction } from './TypeMenu.tsx';

const NONE: readonly DeviceType[] = [];
const BY_ID = { id: 'id', desc: false };
const keyOfRow = ({ id }: DeviceType) => id;

/** The Device Types screen, on which the staff adds, renames, archives and removes device types and their hardware revisions. Source: MGMT-068, TYPES5. */
export function TypesScreen() {
  const types = useAnswer(getAllDeviceTypes, {});
  const isPast = useIsPast();
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const isManaged = useFeature('catalogues') && isStaff;
  const hasSchemas = useFeature('metadata_schemas');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const rows = types.answer?.result ?? NONE;
  const archiving = useArchive(types.refresh);
  const choose = (dialog: TypeAction, id: string) => (dialog === 'restore' ? archiving.save(id, false) : setOpen({ dialog, id }));
  return (
    <Page
      title="Device Types"
      actions={
        isManaged && (
          <Button variant="solid" disabled={isPast || types.answer === undefined} onClick={() => setOpen({ dialog: 'add', id: '' })}>
            <Plus aria-hidden="true" />
            Add Device Type
          </Button>
        )
      }
    >
      {!isStaff && <StaffOnly />}
      <UpdateContext value={isStaff && !isPast ? (id) => setOpen({ dialog: 'name', id }) : null}>
        <TypeActionsContext value={isManaged ? { isPossible: !isPast && !archiving.isSaving, choose, hasSchemas } : null}>
          <DataTable
            name="device-types"
            label="Device Types"
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
            rendersByValues
            sortedBy={BY_ID}
            paged={false}
            whenEmpty={<FillStep list="deviceTypes" onStep={isManaged ? () => setOpen({ dialog: 'add', id: '' }) : undefined} />}
            {...requestedTableState(types)}
          />
        </TypeActionsContext>
      </UpdateContext>
      {open !== null && (
        <TypeDialogs
          open={open}
          types={rows}
          archive={(id) => archiving.save(id, true)}
          refresh={types.refresh}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

/** Returns the function that archives a type, or restores it. */
function useArchive(refresh: () => void) {
  const { save, isSaving } = useSave(postArchiveDeviceType, {
    saved: 'The change is saved',
    onSettled: refresh,
    failsAs: 'toastOnly',
  });
  return { isSaving, save: (id: string, archived: boolean) => save({ params: { id }, body: { archived } }) };
}
