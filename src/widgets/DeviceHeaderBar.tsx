import { chakra } from '@chakra-ui/react';
import { ControlBanner } from './ControlBanner.tsx';
import { DevicePicker } from './DevicePicker.tsx';
import { OnlineBanner } from './OnlineBanner.tsx';
import type { SelectedDevice } from './useSelectedSerial.ts';

interface Props {
  readonly selected: SelectedDevice;
}

/** The head of the detail, commands and configuration pages: which device, whether it is live, who controls it, and the way to take control. */
export function DeviceHeaderBar({ selected }: Props) {
  const { serial } = selected;
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="12px" alignItems="stretch">
      <DevicePicker selected={selected} />
      {serial !== null && <OnlineBanner serial={serial} />}
      {serial !== null && <ControlBanner serial={serial} />}
    </chakra.div>
  );
}
