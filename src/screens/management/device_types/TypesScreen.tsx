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
import { renderKeyOf } from '#ui/column';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { requestedTableState } from '#widgets/requestedTableState';
import { StaffOnly } from '../StaffOnly.tsx';
import { AddType } from './AddType.tsx';
import { columns, UpdateContext } from './columns.tsx';
import { RevisionsDialog } from './RevisionsDialog.tsx';
import { SchemaDialog } from './SchemaDialog.tsx';
import { TypeDialog } from './TypeDialog.tsx';
import { TypeActionsContext, type DeviceType, type TypeAct } from './TypeMenu.tsx';

const NONE: readonly DeviceType[] = [];
const BY_ID = { id: 'id', desc: false };
const keyOfRow = ({ id }: DeviceType) => id;
const renderKey = renderKeyOf(columns);

/** The open dialog: of a type, or of a new one. */
interface Open {
  readonly dialog: 'name' | 'add' | TypeAct;
  readonly id: string;
}

/** The device types, which the staff adds, renames, archives and removes, with their hardware revisions. Source: MGMT-068, TYPES5. */
export function TypesScreen() {
  const types = useAnswer(getAllDeviceTypes, {});
  const isPast = useIsPast();
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const isManaged = useFeature('catalogues') && isStaff;
  const hasSchemas = useFeature('metadata_schemas');
  const [open, setOpen] = useState<Open | null>(null);
  const rows = types.answer?.result ?? NONE;
  const archiving = useArchive(types.refresh);
  const act = (dialog: TypeAct, id: string) => (dialog === 'restore' ? archiving.save(id, false) : setOpen({ dialog, id }));
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
        <TypeActionsContext value={isManaged ? { isPossible: !isPast && !archiving.isSaving, act, hasSchemas } : null}>
          <DataTable
            name="device-types"
            label="Device Types"
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
            renderKey={renderKey}
            sortedBy={BY_ID}
            paged={false}
            whenEmpty={<FillStep list="deviceTypes" onStep={isManaged ? () => setOpen({ dialog: 'add', id: '' }) : undefined} />}
            {...requestedTableState(types)}
          />
        </TypeActionsContext>
      </UpdateContext>
      {open !== null && !isPast && (
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
    isSaved: ({ result }) => result,
    onSettled: refresh,
    failsAs: 'toast',
  });
  return { isSaving, save: (id: string, archived: boolean) => save({ params: { id }, body: { archived } }) };
}

interface DialogsProps {
  readonly open: Open;
  readonly types: readonly DeviceType[];
  readonly archive: (id: string) => void;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

function TypeDialogs({ open: { dialog, id }, types, archive, refresh, onClose }: DialogsProps) {
  if (dialog === 'add') return <AddType types={types} refresh={refresh} onClose={onClose} />;
  const type = types.find((one) => one.id === id);
  if (type === undefined) return null;
  if (dialog === 'name') return <TypeDialog key={id} type={type} onClose={onClose} />;
  if (dialog === 'revisions') return <RevisionsDialog key={id} type={type} refresh={refresh} onClose={onClose} />;
  if (dialog === 'schema') return <SchemaDialog key={id} type={type} refresh={refresh} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      text={`${type.name} (${id}) will not be offered for new devices. Devices that have it keep it.`}
      onNo={onClose}
      onYes={() => {
        archive(id);
        onClose();
      }}
    />
  );
}
