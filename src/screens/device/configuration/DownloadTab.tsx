import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getConfigDownload } from '#contract/devices/configuration';
import type { Device } from '#contract/devices/device';
import { useDeviceLabel } from '#state/hooks/useAppSelector';
import { useDownload } from '#state/hooks/useDownload';
import { Button } from '#ui/Button';
import { DownloadProgress } from '#widgets/DownloadProgress';
import { PastTime } from '#widgets/PastTime';
import { useNewestStep } from '#widgets/useNewestStep';

const Form = chakra('form', { base: { display: 'grid', gap: '16px', maxWidth: '480px', '& > button': { justifySelf: 'start' } } });

/** Renders the form that downloads the config folder of a device at a chosen time as a zip. Source: DEV-110, DEV-111. */
export function DownloadTab({ device }: { readonly device: Device }) {
  const name = useDeviceLabel(device.serial);
  const newest = useNewestStep();
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const file = useDownload(getConfigDownload);
  const at = chosen === undefined ? newest : chosen;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null) file.download({}, { machine_serial: device.serial, at_time: new Date(at).toISOString() });
      }}
    >
      <p>{`All config files of ${name} at a chosen time, in one zip file.`}</p>
      <PastTime label="Time" at={at} onAt={setChosen} />
      <Button variant="solid" type="submit" disabled={at === null || file.isLoading || !file.isPossible}>
        <Download aria-hidden="true" />
        {file.isLoading ? 'Downloading' : 'Download'}
      </Button>
      <DownloadProgress of={file} what={`the config files of ${name}`} />
    </Form>
  );
}
