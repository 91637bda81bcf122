import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { decodeBlock, encodeBlock } from '../../fleet/history/historyBlock.ts';
import type { KeptReport } from '../../fleet/history/keptReport.ts';

/** Number of reports in memory before they are written, by device, to the spool. */
const WINDOW_REPORTS = 200_000;
/** Approximate number of reports of a device that are returned at once; more would take too much memory. */
const GROUP_REPORTS = 100_000;

/** The sorter of reports for a file that holds one device after another. */
export interface Spool {
  readonly add: (reports: readonly KeptReport[]) => void;
  readonly serials: () => string[];
  /** Returns the reports of a device sorted by time, in parts. */
  readonly reportsOf: (serial: string) => Generator<readonly KeptReport[]>;
  readonly close: () => void;
}

/** The reports of a device in one window. */
interface Segment {
  readonly at: number;
  readonly length: number;
  readonly firstAt: number;
}

const byTime = (a: KeptReport, b: KeptReport) => a.receivedAt - b.receivedAt || a.sequence - b.sequence;

function bySerial(reports: readonly KeptReport[]): ReadonlyMap<string, KeptReport[]> {
  const groups = new Map<string, KeptReport[]>();
  for (const report of reports) {
    const group = groups.get(report.serial);
    if (group === undefined) groups.set(report.serial, [report]);
    else group.push(report);
  }
  return groups;
}

/**
 * Opens a spool: a file in its own folder, so that memory does not grow with the number of reports. All calls block their thread, and throw if the
 * disk is full.
 */
export function openSpool(folder: string): Spool {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(path.join(folder, 'reports'), 'w+', 0o600);
  const segments = new Map<string, Segment[]>();
  let waiting: KeptReport[] = [];
  let length = 0;
  const flush = () => {
    for (const [serial, reports] of bySerial(waiting)) {
      const bytes = encodeBlock(reports);
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written, bytes.length - written, length + written);
      const known = segments.get(serial) ?? [];
      segments.set(serial, known);
      const firstAt = reports.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Number.POSITIVE_INFINITY);
      known.push({ at: length, length: bytes.length, firstAt });
      length += bytes.length;
    }
    waiting = [];
  };
  const read = ({ at, length: count }: Segment): KeptReport[] => {
    const bytes = Buffer.alloc(count);
    for (let done = 0; done < count;) {
      const got = readSync(file, bytes, done, count - done, at + done);
      if (got === 0) throw new Error('the spool ends too early');
      done += got;
    }
    return decodeBlock(bytes);
  };
  return {
    add: (reports) => {
      for (const report of reports) waiting.push(report);
      if (waiting.length >= WINDOW_REPORTS) flush();
    },
    serials: () => {
      flush();
      return [...segments.keys()].toSorted();
    },
    *reportsOf(serial) {
      flush();
      const inOrder = (segments.get(serial) ?? []).toSorted((a, b) => a.firstAt - b.firstAt);
      let reports: KeptReport[] = [];
      for (const [index, segment] of inOrder.entries()) {
        for (const report of read(segment)) reports.push(report);
        // Reports that arrived after the start of the next segment may belong between its reports.
        const nextAt = inOrder[index + 1]?.firstAt;
        if (nextAt === undefined || reports.length < GROUP_REPORTS) continue;
        const group = reports.filter(({ receivedAt }) => receivedAt < nextAt).toSorted(byTime);
        reports = reports.filter(({ receivedAt }) => receivedAt >= nextAt);
        if (group.length > 0) yield group;
      }
      if (reports.length > 0) yield reports.toSorted(byTime);
    },
    close: () => {
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
