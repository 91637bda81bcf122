import { startWriter, type Writer, type WriterParts } from './backlogWriter.ts';
import type { DeviceTraffic } from '../deviceTraffic.ts';
import { createFaultReports, type FaultReports } from './faultReports.ts';

interface OpenIntakeParts extends Omit<WriterParts, 'onRefused'> {
  /** Sends a notice to a device, or drops it. */
  readonly send: (serial: string, payload: string) => void;
  /** Remembers the newest messages. */
  readonly traffic?: DeviceTraffic | undefined;
}

/** Starts the writer of the backlog together with the refusals, since each needs the other. */
export function openIntake({ send, traffic, ...parts }: OpenIntakeParts): { readonly writer: Writer; readonly faults: FaultReports } {
  const faults = createFaultReports({
    send,
    record: (log) =>
      writer.add(
        (backlog) => void backlog.logs.push(log),
        () => undefined,
      ),
  });
  const writer = startWriter({
    ...parts,
    onRefused: ({ field, why, ...report }) => {
      const isDropped = report.code !== 'parts_missing';
      if (isDropped) traffic?.notTaken({ ...report, why });
      faults.report({ ...report, fields: [{ field, why }], isDropped });
    },
  });
  return { writer, faults };
}
