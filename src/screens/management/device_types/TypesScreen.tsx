import { useContext, useState } from 'react';
import { getAllDeviceTypes } from '#contract/devices/device';
import { seesEverything } from '#domain/people/rights';
import { selectRole } from '#state/session';
import { useAnswer } from '#state/hooks/useAnswer';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { IntentContext } from '#state/hooks/IntentContext';
import { renderKeyOf } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Page } from '#ui/Page';
import { requestedTableState } from '#widgets/requestedTableState';
import { StaffOnly } from '../StaffOnly.tsx';
import { columns, type DeviceType, UpdateContext } from './columns.tsx';
import { TypeDialog } from './TypeDialog.tsx';

const NONE: readonly DeviceType[] = [];
const BY_ID = { id: 'id', desc: false };
const keyOfRow = ({ id }: DeviceType) => id;
const renderKey = renderKeyOf(columns);

/** The device types, which can be renamed. */
export function TypesScreen() {
  const types = useAnswer(getAllDeviceTypes, {});
  const isPast = useContext(IntentContext) === null;
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = types.answer?.result ?? NONE;
  const type = rows.find(({ id }) => id === chosen);
  return (
    <Page title="Device Types">
      {!isStaff && <StaffOnly />}
      <UpdateContext value={isStaff && !isPast ? setChosen : null}>
        <DataTable
          name="device-types"
          label="Device Types"
          columns={columns}
          rows={rows}
          rowKey={keyOfRow}
          renderKey={renderKey}
          sortedBy={BY_ID}
          paged={false}
          {...requestedTableState(types)}
        />
      </UpdateContext>
      {type !== undefined && <TypeDialog key={type.id} type={type} onClose={() => setChosen(null)} />}
    </Page>
  );
}
