import { useMemo } from 'react';
import { type DeviceLog, getLogs } from '#contract/devices/deviceEvent';
import type { FormerDevice } from '#contract/devices/formerDevice';
import { useAnswer } from '#hooks/useAnswer';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { TitleLine } from '../TitleLine.tsx';
import { logRows } from './logRows.ts';
import { LogTable } from './LogTable.tsx';

const NONE: readonly DeviceLog[] = [];

/** Renders the log files of a former device from the user's time; none can be uploaded. */
export function FormerLogs({ device: { serial, name } }: { readonly device: FormerDevice }) {
  const query = useAnswer(getLogs, { serial });
  const logs = query.failure === undefined ? (query.answer?.result ?? NONE) : NONE;
  const rows = useMemo(() => logRows(serial, logs, []), [serial, logs]);
  return (
    <>
      <TitleLine title={`Device Logs - ${name}`}>{null}</TitleLine>
      <OlderLeftOut answer={query.answer} what="file" />
      <LogTable rows={rows} query={query} isFormer />
    </>
  );
}
