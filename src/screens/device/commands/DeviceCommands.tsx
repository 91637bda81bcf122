import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/device';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { CommandCards } from './CommandCards.tsx';
import { CommandsBanner } from './CommandsBanner.tsx';
import { RecentCommands } from './RecentCommands.tsx';
import { StopBox } from './StopBox.tsx';
import { useCommandList } from './useCommandList.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

/** The commands of one device: the stop first, then the others, then what was given before. */
export function DeviceCommands({ device }: { readonly device: Device }) {
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
