import type { DeviceLog } from '#contract/devices/deviceEvent';
import type { CommandLine } from '#state/commandLines';

/** A log file and its newest upload; undefined when none is among the loaded commands. */
export interface LogRow extends DeviceLog {
  readonly serial: string;
  readonly upload: CommandLine | undefined;
}

/** Returns the log files with their newest uploads, matched by database id. `lines` is newest first. */
export function logRows(serial: string, logs: readonly DeviceLog[], lines: readonly CommandLine[]): readonly LogRow[] {
  const newest = new Map<unknown, CommandLine>();
  for (const line of lines) {
    const incident = line.arguments['incident'];
    if (line.kind === 'upload_data' && !newest.has(incident)) newest.set(incident, line);
  }
  return logs.map((log) => ({ ...log, serial, upload: newest.get(log.database_id) }));
}
