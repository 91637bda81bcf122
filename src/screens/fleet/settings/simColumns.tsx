import { simField, type SimFieldName, sourceText } from '#domain/devices/simFields';
import { MISSING } from '#domain/text/numbers';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { LimitReached } from '#widgets/LimitReached';
import { SimFieldValue } from '#widgets/SimFieldValue';
import { SimRatePlan } from '#widgets/SimRatePlan';
import { RequestedCell } from './RequestedCell.tsx';
import type { SettingsRow } from './selectSettingsRows.ts';
import { textColumn } from './textColumn.ts';

const shownOf = <Name extends SimFieldName>(name: Name, { sim_info, entered }: SettingsRow) =>
  simField(name, sim_info?.sim_info?.sim_info, entered);
const valueOf = <Name extends SimFieldName>(name: Name, row: SettingsRow) => shownOf(name, row).value;
/** Returns the origin of a value, if people entered any value for the device. */
const sourceOf = (name: SimFieldName, row: SettingsRow) => sourceText(name, shownOf(name, row), row.entered);
const yesNoText = (value: boolean | string | null | undefined) => (value == null ? null : yesNo(value));
const yesOrNo = (['Yes', 'No'] as const).map((word) => ({ value: word, label: word }));

/**
 * The columns of a device's SIM, as entered or reported: Customer, Rate Plan, Limit Reached, Limit Override. Source: FLEET-046..050, SIMP1.
 */
export const simColumns: readonly Column<SettingsRow>[] = [
  {
    ...textColumn('customer', 'Customer', 176, (row) => valueOf('customer', row)),
    cell: (row) => (
      <RequestedCell serial={row.device.serial} group="sim_info">
        <SimFieldValue source={sourceOf('customer', row)}>{valueOf('customer', row) || MISSING}</SimFieldValue>
      </RequestedCell>
    ),
  },
  {
    ...textColumn('rate_plan', 'Rate Plan', 168, (row) => valueOf('rate_plan', row)),
    cell: (row) => (
      <SimFieldValue source={sourceOf('rate_plan', row)}>
        <SimRatePlan rate_plan={valueOf('rate_plan', row)} />
      </SimFieldValue>
    ),
  },
  {
    ...textColumn('limit_reached', 'Limit Reached', 128, (row) => yesNoText(valueOf('overage_limit_reached', row))),
    filter: { kind: 'choice', options: yesOrNo },
    cell: (row) => (
      <SimFieldValue source={sourceOf('overage_limit_reached', row)}>
        <LimitReached reached={valueOf('overage_limit_reached', row)} />
      </SimFieldValue>
    ),
  },
  {
    ...textColumn('limit_override', 'Limit Override', 136, (row) => yesNoText(valueOf('overage_limit_override', row))),
    cell: (row) => (
      <SimFieldValue source={sourceOf('overage_limit_override', row)}>
        {yesNoText(valueOf('overage_limit_override', row)) || MISSING}
      </SimFieldValue>
    ),
  },
];
