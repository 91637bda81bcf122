import { useMemo } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { getTreatmentAll, type Treatment } from '#contract/fleet/treatment';
import { useAnswer } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { RefreshButton } from '#widgets/RefreshButton';
import { TimeLimits } from '#widgets/TimeLimits';
import { useDeviceOptions } from '#widgets/useDeviceOptions';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { columnsWith } from './columns.tsx';
import { useSearchParams } from 'react-router-dom';
import { z } from '#contract/schema';
import { limitsShape } from '#widgets/useTimeLimits';

const address = z.object({
  device_serial: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  ...limitsShape,
});
/** The filter of the list: one device, and the period of creation. */
type TreatmentFilter = z.output<typeof address>;

/** Returns the filter in the URL and its setter; '' removes a part of it. An invalid instant is ignored. */
function useTreatmentFilter() {
  const [search, setSearch] = useSearchParams();
  const setFilter = (name: keyof TreatmentFilter, value: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [address.parse(Object.fromEntries(search)), setFilter] as const;
}

const keyOfRow = ({ id }: Treatment) => id;

/**
 * The Overview All Treatments screen: the treatments of all devices, newest first, with device and period in the URL. Requested on mount, paging, filtering and
 * by the refresh button. Source: TRT-001, GAP-69, GAP-114.
 */
export function AllTreatmentsScreen() {
  useAnswer(getAllDevices, {});
  const [filter, setFilter] = useTreatmentFilter();
  const { table, query } = usePagedQuery('treatments-all', getTreatmentAll, {}, filter);
  const options = useDeviceOptions(filter.device_serial);
  const columns = useMemo(() => columnsWith(options), [options]);
  const filters = useMemo(() => ({ device: filter.device_serial ?? '' }), [filter.device_serial]);
  return (
    <Page fill title="Overview All Treatments" actions={<RefreshButton isPending={query.isPending} onRefresh={query.refresh} />}>
      <TimeLimits labels={['Created from', 'Created until']} limits={filter} onLimit={setFilter} />
      <DataTable
        {...table}
        fill
        label="Treatments"
        columns={columns}
        rowKey={keyOfRow}
        filters={filters}
        onFilters={(next) => setFilter('device_serial', next['device'] ?? '')}
      />
    </Page>
  );
}
