import { chakra } from '@chakra-ui/react';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { ControlBanner } from './ControlBanner.tsx';
import { DevicePicker } from './DevicePicker.tsx';
import { OnlineMark } from './OnlineMark.tsx';
import type { SelectedDevice } from './useSelectedSerial.ts';

interface Props {
  readonly selected: SelectedDevice;
  /** The device whose status and control are shown: the selected one, or the one that the page awaits; null for none. */
  readonly serial: string | null;
}

/**
 * Renders the header of the detail, commands and configuration pages: device picker, online status, and the holder of control with the button to request
 * control.
 */
export function DeviceHeaderBar({ selected, serial }: Props) {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="12px" alignItems="stretch">
      <DevicePicker selected={selected} />
      {serial !== null && <OnlineStatus serial={serial} />}
      {serial !== null && <ControlBanner serial={serial} />}
    </chakra.div>
  );
}

const LIVE = { 'data-shows': 'live', 'data-head': 'Online' };

/** Renders the online status of the page's device in one word. The full notice is next to Stop, because here it would move Stop. */
function OnlineStatus({ serial }: { readonly serial: string }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  return (
    // Hidden on phones for lack of room, and on tablets for the longer words, which would move Stop; the dot of the dropdown shows the same status there.
    <chakra.div hideBelow={status === 'online' ? 'md' : 'lg'} {...LIVE}>
      <Banner tone={status === 'online' ? 'online' : 'warning'} icon={null}>
        <OnlineMark status={status} />
      </Banner>
    </chakra.div>
  );
}
