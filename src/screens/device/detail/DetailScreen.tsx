import { chakra } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import type { Device } from '#contract/devices/device';
import { deviceInfoLink } from '#domain/addresses';
import { traitsOf, type TypeTraits } from '#domain/devices/deviceTypes';
import { useProductNames } from '#hooks/productNames';
import { Banner } from '#ui/Banner';
import { ChartsSection } from '#widgets/charts/ChartsSection';
import { CutOff } from '#widgets/CutOff';
import { DevicePage } from '../DevicePage.tsx';
import { FormerState } from '../FormerDevice.tsx';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { DockDetail } from './DockDetail.tsx';
import { FaultsSection } from './FaultsSection.tsx';
import { LanesDetail } from './LanesDetail.tsx';
import { MessageFaults } from './MessageFaults.tsx';
import { otherFieldName, otherFields, otherValueText } from '#domain/devices/otherFields';
import { useDevice } from '#hooks/useAppSelector';
import type { ReportedState } from '#contract/fleet/reportedState';
import { pathText } from '#domain/text/labels';
import { field, type FieldRow } from './fieldRow.ts';
import { ReportSection } from './ReportSection.tsx';

const rows = (state: ReportedState | undefined): readonly FieldRow[] =>
  otherFields(state?.other_fields).map(({ path, value }) => field(pathText(path), otherValueText(value), otherFieldName(path)));

/** Renders the fields of a device's report that the console does not know, as they are; nothing if there are none. */
function OtherFieldsSection({ serial }: { readonly serial: string }) {
  const row = useDevice(serial);
  return row?.state.other_fields == null ? null : <ReportSection title="Also reported" serial={serial} rows={rows} />;
}

const variants: Readonly<Record<TypeTraits['detail'], ComponentType<{ readonly device: Device }>>> = {
  lanes: LanesDetail,
  dock: DockDetail,
  none: NoDetail,
};

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

/** Renders one device in the layout of its type; its newest report is polled every second. */
function DeviceDetail({ device }: { readonly device: Device }) {
  useRawState(device);
  const Variant = variants[traitsOf(device.device_type).detail];
  return (
    <Stack>
      <DeviceTitle device={device} />
      <CutOff device={device} to={deviceInfoLink(device.serial)} />
      <MessageFaults serial={device.serial} />
      <Variant device={device} />
      <OtherFieldsSection serial={device.serial} />
      <ChartsSection serial={device.serial} />
    </Stack>
  );
}

/** The State screen of a device: activity, position and data, in a layout for lanes or docks; "Also reported" lists the other fields. */
export function DeviceDetailScreen() {
  return (
    <DevicePage hasHeaderBar hasLargeStop former={(device) => <FormerState device={device} />}>
      {(device) => <DeviceDetail device={device} />}
    </DevicePage>
  );
}

/** Renders the message for a device type without a layout. */
function NoDetail({ device: { device_type, serial } }: { readonly device: Device }) {
  const { product } = useProductNames();
  return (
    <>
      <Banner tone="quiet">
        {`The state visualisation for this device type (${device_type}) is not yet implemented. Contact your ${product} manager to implement this.`}
      </Banner>
      <FaultsSection serial={serial} />
    </>
  );
}
