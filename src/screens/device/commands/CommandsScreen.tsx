import { chakra } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import type { Device } from '#contract/device';
import { selectIsInControl } from '#state/control';
import { selectLive } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';
import { DevicePage } from '../DevicePage.tsx';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { CommandCards } from './CommandCards.tsx';
import { RecentCommands } from './RecentCommands.tsx';
import { StopBox } from './StopBox.tsx';
import { useCommandList } from './useCommandList.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

/** The commands that one device takes, and those it was sent. */
export function CommandsScreen() {
  return <DevicePage hasHeaderBar>{(device) => <DeviceCommands device={device} />}</DevicePage>;
}

/** The commands of one device: the stop first, then the others, then what was given before. */
function DeviceCommands({ device }: { readonly device: Device }) {
  const { serial } = device;
  useRawState(device);
  const list = useCommandList(serial);
  return (
    <Stack>
      <DeviceTitle device={device} />
      {/* Before what comes and goes with control: a stop must not move under the finger. */}
      <StopBox serial={serial} />
      <CommandsBanner serial={serial} />
      <CommandCards serial={serial} lines={list.newest} />
      {list.isOffered && <RecentCommands list={list} />}
    </Stack>
  );
}

/** Why commands, or some of them, are not available; nothing when all are. */
function CommandsBanner({ serial }: { readonly serial: string }) {
  const isLive = useAppSelector((s) => selectLive(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  if (!isLive) return <Banner tone="warning">You cannot execute commands, the device is not online</Banner>;
  if (isInControl) return null;
  return (
    <Banner tone="quiet" icon={Info}>
      Not all commands are available, you are not in control of the device
    </Banner>
  );
}
