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

/** Renders the header of the detail, commands and configuration pages: device picker, online status, and who has control with the button to request it. */
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

/** Renders in one word whether the device of this page is live. The full notice is next to Stop, because here it would move Stop. */
function OnlineStatus({ serial }: { readonly serial: string }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  return (
    // Hidden on phones for lack of room, and on tablets because a longer word would move Stop; the dot of the dropdown shows the same there.
    <chakra.div hideBelow={status === 'online' ? 'md' : 'lg'} {...LIVE}>
      <Banner tone={status === 'online' ? 'online' : 'warning'} icon={null}>
        <OnlineMark status={status} />
      </Banner>
    </chakra.div>
  );
}
