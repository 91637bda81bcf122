import { chakra } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import type { Device } from '#contract/devices/device';
import { selectIsInControl } from '#state/control';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { DevicePage } from '../DevicePage.tsx';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { CommandCards } from './CommandCards.tsx';
import { RecentCommands } from './RecentCommands.tsx';
import { useCommandList } from './useCommandList.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });
/** As high as the longest of its texts, also while it has none: the buttons below stay where they are when control comes or goes. Source: STILL6. */
const Availability = chakra('div', {
  base: { display: 'grid', alignItems: 'stretch', minHeight: { base: '72px', sm: '52px', lg: '40px' } },
});

/** The Commands screen of a device: stop first and always in view, why commands are unavailable, the listed commands, and recent ones. */
export function CommandsScreen() {
  return (
    <DevicePage hasHeaderBar hasLargeStop isStopSticky>
      {(device) => <DeviceCommands device={device} />}
    </DevicePage>
  );
}

/** Renders the commands of one device other than Stop, then the recent ones. */
function DeviceCommands({ device }: { readonly device: Device }) {
  const { serial } = device;
  useRawState(device);
  const list = useCommandList(serial);
  return (
    <Stack>
      <DeviceTitle device={device} />
      <Availability>
        <CommandsBanner serial={serial} />
      </Availability>
      <CommandCards serial={serial} lines={list.newest} />
      {list.isOffered && <RecentCommands list={list} />}
    </Stack>
  );
}

/** Renders why all or some commands are unavailable; nothing if all are available. */
function CommandsBanner({ serial }: { readonly serial: string }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  if (status === 'offline') return <Banner tone="warning">You cannot execute commands, the device is not online</Banner>;
  if (status === 'unknown') return <Banner tone="warning">Only Stop can be sent, it is not known whether the device is online</Banner>;
  if (isInControl) return null;
  return (
    <Banner tone="quiet" icon={Info}>
      Not all commands are available, you are not in control of the device
    </Banner>
  );
}
