import { getMetrics } from '#contract/fleet/metrics';
import { dateTimeText } from '#domain/text/dates';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { serialFirst } from '#widgets/serialColumn';
import { columns } from './columns.tsx';
import { selectMetricsRows, type MetricsRow } from './selectMetricsRows.ts';

const BY_NAME = { id: 'name', desc: false };
const keyOfRow = ({ serial }: MetricsRow) => serial;
const withSerial = serialFirst(keyOfRow);
const toneOfRow = (row: MetricsRow) => (row.isDecommissioned ? ('gone' as const) : undefined);
// The response changes every second, but most of its rows do not.

/** The Metrics Overview screen: the lifetime metrics of every device, when they were updated, and the totals. */
export function MetricsScreen() {
  const metrics = useAnswer(getMetrics, {});
  const rows = useAppSelector(selectMetricsRows);
  const { answer } = metrics;
  // If there are no metrics, the server's time is meaningless.
  const updated = answer === undefined || answer.result.length === 0 ? undefined : `Updated ${dateTimeText(answer.updated)}`;
  return (
    <Page fill title="Metrics" meta={updated}>
      <DataTable
        fill
        name="fleet-metrics"
        label="Metrics"
        columns={columns}
        rows={answer === undefined ? [] : rows}
        rowKey={keyOfRow}
        exportFirst={withSerial}
        rowTone={toneOfRow}
        rendersByValues
        sortedBy={BY_NAME}
        whenEmpty={<FillStep list="devices" />}
        {...polledTableState(metrics)}
      />
    </Page>
  );
}
