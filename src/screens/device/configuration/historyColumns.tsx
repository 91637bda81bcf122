/** The columns of the change history: Belgian time, Device local time, Config name, Old value, New value, Changed by. */

import type { ConfigChange } from '#contract/devices/configuration';
import { configValueText } from '#domain/configuration/configEdit';
import { BELGIAN_ZONE } from '#domain/text/dates';
import { belgianTimeText, deviceTimeText } from '#domain/text/localTime';
import type { Column } from '#ui/column';

/** A change with its index as key: two changes may have equal fields. */
export interface HistoryRow extends ConfigChange {
  readonly key: string;
}

/** The columns of the change history, with the author last. Source: DEV-103..108. */
export const historyColumnsIn = (zone: string): readonly Column<HistoryRow>[] => [
  {
    id: 'belgian',
    head: zone === BELGIAN_ZONE ? 'Belgian time' : 'Time',
    width: 188,
    narrow: 'place',
    exportValue: ({ belgian_local_time }) => belgianTimeText(belgian_local_time).replace(',', ''),
    cell: ({ belgian_local_time }) => belgianTimeText(belgian_local_time),
  },
  {
    id: 'device',
    head: 'Device local time',
    width: 284,
    narrow: 'more',
    exportValue: ({ device_local_time, device_local_timezone }) => deviceTimeText(device_local_time, device_local_timezone),
    cell: ({ device_local_time, device_local_timezone }) => deviceTimeText(device_local_time, device_local_timezone),
  },
  {
    id: 'name',
    head: 'Config name',
    narrow: 'title',
    exportValue: ({ config_name }) => config_name,
    cell: ({ config_name, file_name }) => <span title={file_name ?? undefined}>{config_name}</span>,
  },
  {
    id: 'old',
    head: 'Old value',
    width: 150,
    narrow: 'more',
    exportValue: ({ old_value }) => configValueText(old_value),
    cell: ({ old_value }) => <Value value={old_value} />,
  },
  {
    id: 'new',
    head: 'New value',
    width: 150,
    narrow: 'more',
    exportValue: ({ new_value }) => configValueText(new_value),
    cell: ({ new_value }) => <Value value={new_value} />,
  },
  {
    id: 'by',
    head: 'Changed by',
    width: 150,
    narrow: 'more',
    exportValue: ({ done_by }) => done_by,
    cell: ({ done_by }) => done_by ?? '-',
  },
];

function Value({ value }: { readonly value: unknown }) {
  const text = configValueText(value);
  return <span title={text}>{text}</span>;
}
