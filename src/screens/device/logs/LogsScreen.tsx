import { chakra } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { getCommands } from '#contract/command';
import type { Device } from '#contract/devices/device';
import { type DeviceLog, getLogs } from '#contract/devices/deviceEvent';
import { UPLOAD_NOTE } from '#domain/commands/commandRows';
import { isRunning, isFinal } from '#domain/commands/commandText';
import type { CommandLine } from '#state/commandLines';
import { useFeature } from '#hooks/features';
import { selectDeviceStatus } from '#state/referenceData';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { useOnSettled } from '#hooks/useOnSettled';
import { useQuery } from '#hooks/useQuery';
import { Banner } from '#ui/Banner';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { DevicePage } from '../DevicePage.tsx';
import { NoAnswer } from '../NoAnswer.tsx';
import { TitleLine } from '../TitleLine.tsx';
import { useCommandLines } from '../useCommandLines.ts';
import { FormerLogs } from './FormerLogs.tsx';
import { LogButtons } from './LogButtons.tsx';
import { logRows } from './logRows.ts';
import { LogTable } from './LogTable.tsx';

const NONE: readonly DeviceLog[] = [];
/** The number of commands that are loaded; an older upload shows no result. */
const NEWEST = { page: 0, per_page: 100 };

/** Renders the log files on one device and their uploads; the known files of an offline device remain listed. Source: GAP-114. */
function DeviceLogs({ device }: { readonly device: Device }) {
  const { serial } = device;
  const name = useDeviceLabel(serial);
  const query = useAnswer(getLogs, { serial });
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const { lines, refresh: refreshUploads } = useUploads(serial);
  useOnSettled({ isPending: lines.some(isUploading) }, query.refresh);
  const refresh = () => {
    query.refresh();
    refreshUploads();
  };
  // A failed load empties the table (RULE-113).
  const logs = query.failure === undefined ? (query.answer?.result ?? NONE) : NONE;
  const rows = useMemo(() => logRows(serial, logs, lines), [serial, logs, lines]);
  const isEmpty = query.failure === undefined && query.answer?.result.length === 0;
  return (
    <>
      <TitleLine title={`Device Logs - ${name}`}>
        <LogButtons
          device={device}
          logs={logs}
          isPending={query.isPending}
          isUploading={isRunning(lines, 'uploadAll')}
          onRefresh={refresh}
        />
      </TitleLine>
      <chakra.p textStyle="meta" color="fg.subtle">
        {UPLOAD_NOTE}
      </chakra.p>
      {status === 'unknown' && <Banner tone="warning">Logs may be old, it is not known whether the device is online</Banner>}
      {status === 'offline' && <Banner tone="warning">Logs are unavailable, the device is not online</Banner>}
      <OlderLeftOut answer={query.answer} what="file" />
      {query.isUnknown && <NoAnswer {...query} />}
      {isEmpty && (
        <Banner tone="quiet" icon={FileText}>
          No logs present on this device
        </Banner>
      )}
      {!isEmpty && !query.isUnknown && <LogTable rows={rows} query={query} isFormer={false} />}
    </>
  );
}

/** The Logs screen: the log files of a device and their uploads; "Logs are unavailable, the device is not online". */
export function LogsScreen() {
  return (
    <DevicePage fill former={(device) => <FormerLogs device={device} />}>
      {(device) => <DeviceLogs device={device} />}
    </DevicePage>
  );
}

const isUploading = ({ kind, status }: CommandLine) => kind === 'upload_data' && !isFinal(status);

/** Returns the newest commands of the device, newest first, including those just sent from this console; polled only while an upload runs. */
function useUploads(serial: string) {
  const isOffered = useFeature('commands');
  const query = useAnswer(getCommands, { serial }, NEWEST, { everyMs: null, isWanted: isOffered });
  const known = useCommandLines(serial, query, { isFirst: true, size: NEWEST.per_page });
  // Only the server's list contains the end of a command.
  const lines = isOffered ? known : [];
  useQuery(getCommands, { serial }, NEWEST, { isWanted: isOffered && lines.some(isUploading) });
  return { lines, refresh: isOffered ? query.refresh : () => undefined };
}
