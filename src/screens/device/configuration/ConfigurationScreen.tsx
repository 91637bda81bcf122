import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import type { Device } from '#contract/devices/device';
import { Tabs } from '#ui/Tabs';
import { DevicePage } from '../DevicePage.tsx';
import { DeviceTitle } from '../DeviceTitle.tsx';
import { useRawState } from '../useRawState.ts';
import { ConfigTab } from './ConfigTab.tsx';
import { DownloadTab } from './DownloadTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { useConfigEdits, type ConfigEdits } from './useConfigEdits.ts';

/** The tabs of the page, verbatim. The first is the default. Source: DEV-086, MSG-047. */
const tabs = [
  { value: 'configuration', label: 'Configuration' },
  { value: 'history', label: 'History' },
  { value: 'download', label: 'Download' },
] as const;

type TabName = (typeof tabs)[number]['value'];

/** Returns the tab named in the URL, or the first tab for an unknown name. */
const readTab = (name: string | null): TabName => tabs.find(({ value }) => value === name)?.value ?? 'configuration';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { base: '12px', md: '16px' } } });

const TAB = 'tab';

/** The Configuration screen of a device: the tabs Configuration, History and Download. Drafts survive switching to another device. */
export function ConfigurationScreen() {
  const edits = useConfigEdits();
  return <DevicePage hasHeaderBar>{(device) => <DeviceConfiguration device={device} edits={edits} />}</DevicePage>;
}

interface Props {
  readonly device: Device;
  readonly edits: ConfigEdits;
}

/** Renders the three tabs of one device. Source: DEV-086, MSG-047. */
function DeviceConfiguration({ device, edits }: Props) {
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

/** Returns the selected tab, which is stored in the URL, and its setter. */
function useTab(): readonly [TabName, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.set(TAB, tab);
      return next;
    });
  return [readTab(search.get(TAB)), choose];
}
