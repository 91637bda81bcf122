import { Download, Upload } from 'lucide-react';
import type { Device } from '#contract/devices/device';
import type { DeviceLog } from '#contract/devices/deviceEvent';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { Button } from '#ui/Button';
import { useSaveFile } from '#ui/SaveFileContext';
import { CommandButton } from '#widgets/CommandButton';
import { RefreshButton } from '#widgets/RefreshButton';

interface Props {
  readonly device: Device;
  readonly logs: readonly DeviceLog[];
  readonly isPending: boolean;
  /** Whether an upload of all logs is running. */
  readonly isUploading: boolean;
  readonly onRefresh: () => void;
}

/** Renders the actions for all log files: refresh, "Download Log Names", "Upload All". Source: DEV-134..138. */
export function LogButtons({ device: { serial, name }, logs, isPending, isUploading, onRefresh }: Props) {
  const save = useSaveFile();
  const saveNames = () => {
    const names = logs.map(({ database_id }) => database_id);
    save?.(`device_logs_${serial}.txt`, { text: names.join('\n'), type: 'text/plain' });
  };
  return (
    <>
      <RefreshButton isPending={isPending} onRefresh={onRefresh} />
      <Button disabled={logs.length === 0 || save === null} onClick={saveNames}>
        <Download aria-hidden="true" />
        Download Log Names
      </Button>
      <CommandButton
        name="uploadAll"
        serial={serial}
        icon={Upload}
        label="Upload All"
        isBusy={isUploading}
        question={`Upload all logs of ${name}. ${UPLOAD_NOTE}`}
      />
    </>
  );
}
