/** Collects the parts of a reported file until all have arrived. */

import { messageLimits } from '#contract/messages/messageLimits';
import type { ConfigurationReport } from '../../fleet/ingest/configurationReport.ts';
import type { SetTimer } from '../../platform/timers.ts';

/** Time for which the parts of a file wait for the missing ones, in ms. */
export const PARTS_MS = 60_000;
/** Maximum number of files of one device whose parts wait. */
const MAX_FILES = 3;

/** A file of a device whose parts have all arrived. */
export interface WholeFile {
  /** The message that completed the file. */
  readonly report: ConfigurationReport;
  /** Receive time of the first part, in ms since epoch; the file does not contain later changes. */
  readonly receivedAt: number;
  readonly config: ReadonlyArray<readonly [string, unknown]>;
  /** All parts, unparsed. */
  readonly payloads: readonly Buffer[];
}

interface Waiting {
  readonly time: string;
  readonly parts: number;
  readonly receivedAt: number;
  readonly byPart: Map<number, ConfigurationReport>;
  readonly cancel: () => void;
}

const missingOf = ({ parts, byPart }: Waiting): string => {
  const missing = Array.from({ length: Math.min(parts, 1_000) }, (_, index) => index + 1).filter((part) => !byPart.has(part));
  return `part ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''} of ${parts} did not come`;
};

/**
 * Collects the parts of files, in any order, even if some arrive twice. A file that remains incomplete or is too large is dropped and reported. Source:
 * REPORTED3.
 */
export function createParts(after: SetTimer): { readonly add: (report: ConfigurationReport) => WholeFile | null } {
  const devices = new Map<string, Map<string, Waiting>>();
  const drop = (serial: string, file: string) => {
    const files = devices.get(serial);
    files?.get(file)?.cancel();
    files?.delete(file);
    if (files?.size === 0) devices.delete(serial);
  };
  const abandon = (serial: string, file: string, report: ConfigurationReport, code: 'parts_missing' | 'too_large' = 'parts_missing') => {
    const waiting = devices.get(serial)?.get(file);
    if (waiting === undefined) return;
    drop(serial, file);
    report.onFault(code, [{ field: file, why: code === 'too_large' ? 'more than 1 MB' : missingOf(waiting) }]);
  };
  const begin = (report: ConfigurationReport, parts: number): Waiting => {
    const { serial, receivedAt, message } = report;
    const files = devices.get(serial) ?? new Map<string, Waiting>();
    devices.set(serial, files);
    const [oldest] = files.keys();
    if (files.size >= MAX_FILES && oldest !== undefined) abandon(serial, oldest, report);
    const cancel = after(PARTS_MS, () => abandon(serial, message.file_name, report));
    const waiting = { time: message.time, parts, receivedAt, byPart: new Map<number, ConfigurationReport>(), cancel };
    devices.set(serial, files.set(message.file_name, waiting));
    return waiting;
  };
  return {
    add: (report) => {
      const { serial, receivedAt, message, payload } = report;
      const { file_name, part, parts } = message;
      if (part == null || parts == null) {
        abandon(serial, file_name, report);
        return { report, receivedAt, config: Object.entries(message.config), payloads: [payload] };
      }
      const known = devices.get(serial)?.get(file_name);
      if (known !== undefined && (known.time !== message.time || known.parts !== parts)) abandon(serial, file_name, report);
      const waiting = devices.get(serial)?.get(file_name) ?? begin(report, parts);
      waiting.byPart.set(part, report);
      const all = [...waiting.byPart].toSorted(([one], [other]) => one - other).map(([, one]) => one);
      if (all.reduce((sum, one) => sum + one.payload.length, 0) > 2 * messageLimits.configurationBytes) {
        abandon(serial, file_name, report, 'too_large');
        return null;
      }
      if (all.length < parts) return null;
      drop(serial, file_name);
      return {
        report,
        receivedAt: waiting.receivedAt,
        config: all.flatMap((one) => Object.entries(one.message.config)),
        payloads: all.map((one) => one.payload),
      };
    },
  };
}
