import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Device } from '#contract/devices/device';
import { getEvents } from '#contract/devices/deviceEvent';
import { hasLevel, isFatal, levelOf } from '#domain/devices/eventLevel';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { useAccountZone } from '#widgets/AccountZone';
import { RefreshButton } from '#widgets/RefreshButton';
import { serialFirst } from '#widgets/serialColumn';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { DevicePage } from '../DevicePage.tsx';
import { TitleLine } from '../TitleLine.tsx';
import { columnsIn } from './columns.tsx';
import { type EventRow, eventRows } from './eventRows.ts';

const keyOfRow = ({ key }: EventRow) => key;
const toneOfRow = ({ event }: EventRow) => (isFatal(event.level) ? ('error' as const) : undefined);

const LEVEL = 'level';
const PAGE_ONLY = 'Level filters this page only; other pages may hold more.';

type Shown = Pick<Device, 'serial' | 'name'>;

/** Renders the events of one device, newest first; requested on mount, on paging, on filtering and by the refresh button. Source: GAP-114. */
function DeviceEvents({ serial, name }: Shown) {
  const { zone } = useAccountZone();
  const columns = useMemo(() => columnsIn(zone), [zone]);
  const [level, setLevel] = useLevel();
  const withSerial = useMemo(() => serialFirst<EventRow>(() => serial), [serial]);
  const { table, query } = usePagedQuery('device-events', getEvents, { serial }, { level });
  const rows = useMemo(() => eventRows(table.rows), [table.rows]);
  const filters = useMemo(() => ({ level: level ?? '' }), [level]);
  // The parameter is not in the specification: a server that does not know it sends events of all levels.
  const isIgnored = level !== undefined && table.rows.some((event) => !hasLevel(event, level));
  return (
    <>
      <TitleLine title={`Device Events - ${name}`}>
        <RefreshButton isPending={query.isPending} onRefresh={query.refresh} />
      </TitleLine>
      {isIgnored && <Banner tone="quiet">{PAGE_ONLY}</Banner>}
      <DataTable
        {...table}
        fill
        label="Events"
        columns={columns}
        rows={rows}
        exportFirst={withSerial}
        rowKey={keyOfRow}
        rowTone={toneOfRow}
        filters={filters}
        onFilters={(next) => setLevel(next['level'] ?? '')}
      />
    </>
  );
}

const PresentEvents = ({ device: { serial } }: { readonly device: Device }) => (
  <DeviceEvents serial={serial} name={useDeviceLabel(serial)} />
);

/** The Events screen of a device: newest first, with the level filter in the URL. */
export function EventsScreen() {
  return (
    <DevicePage fill former={({ serial, name }) => <DeviceEvents serial={serial} name={name} />}>
      {(device) => <PresentEvents device={device} />}
    </DevicePage>
  );
}

/** Returns the level filter in the URL and its setter; '' means all levels. */
function useLevel() {
  const [search, setSearch] = useSearchParams();
  const setLevel = (level: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      if (level === '') next.delete(LEVEL);
      else next.set(LEVEL, level);
      return next;
    });
  return [levelOf(search.get(LEVEL)), setLevel] as const;
}
