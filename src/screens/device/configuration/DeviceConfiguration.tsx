import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/device';
import { Tabs } from '#ui/Tabs';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { ConfigTab } from './ConfigTab.tsx';
import { DownloadTab } from './DownloadTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { tabs } from './tabs.ts';
import type { ConfigEdits } from './useConfigEdits.ts';
import { useTab } from './useTab.ts';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

interface Props {
  readonly device: Device;
  readonly edits: ConfigEdits;
}

/** The three tabs of one device. Source: DEV-086, MSG-047. */
export function DeviceConfiguration({ device, edits }: Props) {
  const [tab, choose] = useTab();
  useRawState(device);
  return (
    <Stack>
      <DeviceTitle device={device} />
      <div>
        <Tabs label="Configuration" tabs={tabs} value={tab} onValue={choose}>
          {tab === 'configuration' && <ConfigTab serial={device.serial} edits={edits} />}
          {tab === 'history' && <HistoryTab serial={device.serial} />}
          {tab === 'download' && <DownloadTab device={device} />}
        </Tabs>
      </div>
    </Stack>
  );
}
