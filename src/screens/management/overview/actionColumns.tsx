import type { DeviceAction } from '#contract/devices/deviceAction';
import { deviceActionChoices, isOfType } from '#domain/devices/deviceActions';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { cellTimeText } from '#domain/text/dates';
import type { Column } from '#ui/column';
import { TimeText } from '#widgets/TimeText';
import { ValueLines } from './ValueLines.tsx';

/** An action with a key that includes its index: two actions may have equal fields. */
export interface ActionRow extends DeviceAction {
  readonly key: string;
}

/** Shown in place of the device for an action on a type. */
const EVERY_DEVICE = 'All of the type';

/** The columns of the actions: Device Serial, Type, Time, Done By, Old Value, New Value. Source: MGMT-012..017. */
export const actionColumns: readonly Column<ActionRow>[] = [
  {
    id: 'serial',
    head: 'Device Serial',
    width: 150,
    narrow: 'title',
    value: ({ device_serial }) => device_serial,
    cell: (action) => action.device_serial || (isOfType(action) ? EVERY_DEVICE : MISSING),
  },
  {
    id: 'type',
    head: 'Type',
    width: 190,
    narrow: 'state',
    value: ({ action_type }) => action_type,
    exportValue: ({ action_type }) => wordText(action_type),
    filter: { kind: 'choice', options: deviceActionChoices },
    cell: ({ action_type }) => wordText(action_type),
  },
  {
    id: 'time',
    head: 'Time',
    width: 176,
    narrow: 'place',
    value: ({ timestamp }) => timestamp,
    exportValue: ({ timestamp }) => cellTimeText(timestamp),
    cell: ({ timestamp }) => <TimeText at={timestamp} />,
  },
  { id: 'by', head: 'Done By', width: 160, narrow: 'value', value: ({ done_by }) => done_by, cell: ({ done_by }) => done_by || MISSING },
  {
    id: 'old',
    head: 'Old Value',
    narrow: 'line',
    value: ({ action }) => JSON.stringify(action?.old_value ?? null),
    cell: ({ action }) => <ValueLines value={action?.old_value} />,
  },
  {
    id: 'new',
    head: 'New Value',
    narrow: 'line',
    value: ({ action }) => JSON.stringify(action?.new_value ?? null),
    cell: ({ action }) => <ValueLines value={action?.new_value} />,
  },
];
