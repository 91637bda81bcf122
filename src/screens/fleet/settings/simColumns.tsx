import { MISSING } from '#domain/text/numbers';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { LimitReached } from '#widgets/LimitReached';
import { SimRatePlan } from '#widgets/SimRatePlan';
import { RequestedCell } from './RequestedCell.tsx';
import type { SettingsRow } from './selectSettingsRows.ts';
import { textColumn } from './textColumn.ts';

const simOf = ({ sim_info }: SettingsRow) => sim_info?.sim_info?.sim_info ?? null;
const yesNoText = (value: boolean | string | null | undefined) => (value == null ? null : yesNo(value));
const yesOrNo = (['Yes', 'No'] as const).map((word) => ({ value: word, label: word }));

/** The columns of a device's SIM. Source: FLEET-046..050. */
export const simColumns: readonly Column<SettingsRow>[] = [
  {
    ...textColumn('customer', 'Customer', 176, (row) => simOf(row)?.customer),
    cell: (row) => (
      <RequestedCell serial={row.device.serial} group="sim_info">
        {simOf(row)?.customer || MISSING}
      </RequestedCell>
    ),
  },
  {
    ...textColumn('rate_plan', 'Rate Plan', 168, (row) => simOf(row)?.rate_plan),
    cell: (row) => <SimRatePlan rate_plan={simOf(row)?.rate_plan} />,
  },
  {
    ...textColumn('limit_reached', 'Limit Reached', 128, (row) => yesNoText(simOf(row)?.overage_limit_reached)),
    renderInputs: (row) => simOf(row)?.overage_limit_reached,
    filter: { kind: 'choice', options: yesOrNo },
    cell: (row) => <LimitReached reached={simOf(row)?.overage_limit_reached} />,
  },
  textColumn('limit_override', 'Limit Override', 136, (row) => yesNoText(simOf(row)?.overage_limit_override)),
];
