import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getConfigDownload } from '#contract/devices/configuration';
import type { Device } from '#contract/devices/device';
import { useFeature } from '#hooks/features';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useDownload } from '#hooks/useDownload';
import { Button } from '#ui/Button';
import { Segmented } from '#ui/Segmented';
import { DownloadProgress } from '#widgets/DownloadProgress';
import { PastTime } from '#widgets/PastTime';
import { useNewestStep } from '#widgets/useNewestStep';

const Form = chakra('form', { base: { display: 'grid', gap: '16px', maxWidth: '480px' } });
const Layouts = chakra('div', { base: { display: 'flex' } });

const LAYOUTS = [
  { value: 'plain', label: 'YAML' },
  { value: 'ros2', label: 'ROS 2 parameters' },
];

/** Renders the Download tab: the config files of a device at a chosen time as a zip. Source: DEV-110, DEV-111, CONFV5. */
export function DownloadTab({ device }: { readonly device: Device }) {
  const name = useDeviceLabel(device.serial);
  const newest = useNewestStep();
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const [layout, setLayout] = useState<string>('plain');
  const hasLayouts = useFeature('config_structures');
  const file = useDownload(getConfigDownload);
  const at = chosen === undefined ? newest : chosen;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const plain = at === null ? null : { machine_serial: device.serial, at_time: new Date(at).toISOString() };
        if (plain !== null) file.download({}, layout === 'ros2' ? { ...plain, layout } : plain);
      }}
    >
      <p>{`All config files of ${name} at a chosen time, in one zip file.`}</p>
      <PastTime label="Time" at={at} onAt={setChosen} />
      {hasLayouts && (
        <Layouts>
          <Segmented label="Form of the files" options={LAYOUTS} value={layout} onValue={setLayout} />
        </Layouts>
      )}
      <Button variant="solid" type="submit" justifySelf="start" disabled={at === null || file.isLoading || !file.isPossible}>
        <Download aria-hidden="true" />
        {file.isLoading ? 'Downloading' : 'Download'}
      </Button>
      <DownloadProgress of={file} what={`the config files of ${name}`} />
    </Form>
  );
}
