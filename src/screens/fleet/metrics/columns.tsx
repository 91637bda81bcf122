import { numberText, sumOfKnown } from '#domain/text/numbers';
import { foundIn } from '#domain/text/foundIn';
import type { Column } from '#ui/column';
import { DeviceLink } from '#widgets/DeviceLink';
import type { MetricsRow } from './selectMetricsRows.ts';

type Measure = (row: MetricsRow) => number | undefined;

const measured = (id: string, head: string, width: number, measure: Measure): Column<MetricsRow> => ({
  id,
  head,
  width,
  align: 'end',
  sort: 'number',
  missing: 'turn',
  value: measure,
  cell: (row) => numberText(measure(row)),
  foot: (rows) => numberText(sumOfKnown(rows.map(measure))),
});

/**
 * The columns of the metrics: Name, Mileage (km), Lane Switches, Active Time (h), UV Switches, UV Active Time (h), with totals as foot.
 * Source: FLEET-020..025, MSG-019.
 */
export const columns: readonly Column<MetricsRow>[] = [
  {
    id: 'name',
    head: 'Name',
    sort: 'text',
    value: ({ name }) => name,
    matches: ({ name, serial }, wanted) => foundIn(`${name} ${serial}`, wanted),
    filter: { kind: 'text', placeholder: 'Name or serial' },
    cell: ({ serial, name }) => <DeviceLink serial={serial} name={name} />,
    foot: () => 'Total',
  },
  measured('mileage', 'Mileage (km)', 160, ({ mileageKm }) => mileageKm),
  measured('laneswitches', 'Lane Switches', 160, ({ laneswitches }) => laneswitches),
  measured('active_time', 'Active Time (h)', 160, ({ activeHours }) => activeHours),
  measured('uv_switches', 'UV Switches', 160, ({ uv_switches }) => uv_switches),
  measured('uv_active_time', 'UV Active Time (h)', 180, ({ uvActiveHours }) => uvActiveHours),
];
