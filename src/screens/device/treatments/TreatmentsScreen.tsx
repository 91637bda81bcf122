import { CloudUpload } from 'lucide-react';
import { useMemo } from 'react';
import type { Device } from '#contract/devices/device';
import { getTreatmentAll, type Treatment } from '#contract/fleet/treatment';
import { problemTexts } from '#domain/commands/commandRows';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { CommandButton } from '#widgets/CommandButton';
import { RefreshButton } from '#widgets/RefreshButton';
import { serialFirst } from '#widgets/serialColumn';
import { usePagedQuery } from '#widgets/usePagedQuery';
import { DevicePage } from '../DevicePage.tsx';
import { TitleLine } from '../TitleLine.tsx';
import { columns } from './columns.tsx';

const keyOfRow = ({ id }: Treatment) => id;

interface Shown extends Pick<Device, 'serial' | 'name'> {
  /** True for a former device, whose earlier treatments are shown and for which no action is possible. */
  readonly isFormer?: boolean;
}

/** Renders the treatments of one device, newest first; requested on mount, on paging and by the buttons. Source: DEV-150, GAP-114. */
function DeviceTreatments({ serial, name, isFormer = false }: Shown) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const withSerial = useMemo(() => serialFirst<Treatment>(() => serial), [serial]);
  const { table, query } = usePagedQuery('device-treatments', getTreatmentAll, {}, { device_serial: serial });
  return (
    <>
      <TitleLine title={`Device Treatments - ${name}`}>
        <RefreshButton isPending={query.isPending} onRefresh={query.refresh} />
        {!isFormer && <CommandButton name="syncTreatments" serial={serial} icon={CloudUpload} />}
      </TitleLine>
      {!isFormer && status !== 'online' && (
        <Banner tone="warning">{`${problemTexts[status]}, these may not be the last treatments`}</Banner>
      )}
      <DataTable {...table} fill dense label="Treatments" columns={columns} exportFirst={withSerial} rowKey={keyOfRow} />
    </>
  );
}

const PresentTreatments = ({ device: { serial } }: { readonly device: Device }) => (
  <DeviceTreatments serial={serial} name={useDeviceLabel(serial)} />
);

/** The Treatments screen of a device; "these may not be the last treatments". */
export function TreatmentsScreen() {
  return (
    <DevicePage fill former={({ serial, name }) => <DeviceTreatments serial={serial} name={name} isFormer />}>
      {(device) => <PresentTreatments device={device} />}
    </DevicePage>
  );
}
