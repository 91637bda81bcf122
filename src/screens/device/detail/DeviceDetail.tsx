import { chakra } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import type { Device } from '#contract/device';
import { traitsOf, type TypeTraits } from '#domain/deviceTypes';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { DockDetail } from './DockDetail.tsx';
import { LanesDetail } from './LanesDetail.tsx';
import { NoDetail } from './NoDetail.tsx';
import { useRawState } from '../useRawState.ts';

const variants: Readonly<Record<TypeTraits['detail'], ComponentType<{ readonly device: Device }>>> = {
  lanes: LanesDetail,
  dock: DockDetail,
  none: NoDetail,
};

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

/** One device by the look of its type; its newest report is asked for every second. */
export function DeviceDetail({ device }: { readonly device: Device }) {
  useRawState(device);
  const Variant = variants[traitsOf(device.device_type).detail];
  return (
    <Stack>
      <DeviceTitle device={device} />
      <Variant device={device} />
    </Stack>
  );
}
