/** Receives the configuration that devices report: handles one file after another in short turns, and limits the number of waiting messages. */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ConfigurationReport } from '../../fleet/ingest/configurationReport.ts';
import { textOf } from '../../fleet/ingest/reading/looseJson.ts';
import { happenedAt } from '../../fleet/ingest/receivedLog.ts';
import { isDatabaseAway } from '../../platform/failure/unavailable.ts';
import { createBucket, type TokenBucket } from '../../platform/limits/tokenBucket.ts';
import type { SetTimer } from '../../platform/timers.ts';
import { applyConfirmedChanges, type SettleDependencies } from '../applyConfirmedChange.ts';
import { applyReport } from './applyReport.ts';
import type { ReportOutcome } from './fileReport.ts';
import { changedEvents } from './reportEvents.ts';
import { createParts, type WholeFile } from './parts.ts';
import { readParameters, twiceFault } from './readParameters.ts';
import { repeatedNames } from './repeatedNames.ts';

/** Time after which a message is acknowledged without being stored, in ms: a broker that waits for many acknowledgements sends nothing else meanwhile. */
const SLOW_MS = 250;
/** Maximum size of waiting messages, in bytes: of all devices, and of one. */
const MAX_WAITING = { all: 32_000_000, ofDevice: 4_000_000 };
/** Limit on the rows that the reports of one device write: its first configuration at once, then one row a second. */
const ROWS = { perSecond: 1, burst: 12_000 };
const RETRY_MS = 1_000;
/** Time within which the database must accept the waiting messages when the server closes, in ms. */
const CLOSE_MS = 2_000;

/** Receiver of the configuration that devices report. */
export interface ReportInbox {
  readonly receive: (report: ConfigurationReport, done: () => void) => void;
  /** Resolves when all messages received so far are stored, or given up. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface InboxParts extends SettleDependencies {
  readonly after: SetTimer;
  readonly log: Logger;
}

const refuse = ({ message, onFault }: ConfigurationReport, why: string) => onFault('not_stored', [{ field: message.file_name, why }]);

const digestOf = (file: WholeFile): string => {
  const hash = createHash('sha256').update(JSON.stringify(file.report.message.file_names ?? null));
  for (const [name, entry] of file.config) hash.update(`${JSON.stringify(name)}${JSON.stringify(entry)}`);
  return hash.digest('base64');
};

/** Creates the counter of waiting bytes: of all devices together, and of each device. */
function createWaiting() {
  const ofDevices = new Map<string, number>();
  let all = 0;
  return {
    hasRoom: (serial: string, bytes: number): boolean =>
      all + bytes <= MAX_WAITING.all && (ofDevices.get(serial) ?? 0) + bytes <= MAX_WAITING.ofDevice,
    count: (serial: string, bytes: number): void => {
      all += bytes;
      const own = (ofDevices.get(serial) ?? 0) + bytes;
      if (own > 0) ofDevices.set(serial, own);
      else ofDevices.delete(serial);
    },
  };
}

/** Stores a file, and reports the parts that were left out and its changes. */
async function storeFile(parts: InboxParts, file: WholeFile): Promise<ReportOutcome> {
  const { serial, message, aheadMs, onFault, onEvent } = file.report;
  const { receivedAt, config } = file;
  const read = await readParameters(config);
  const twice = file.payloads.flatMap((payload) => repeatedNames(textOf(payload))).map(twiceFault);
  await applyConfirmedChanges(parts, serial);
  const applied = await applyReport(parts.database, {
    serial,
    file_name: message.file_name,
    file_names: message.file_names ?? null,
    parameters: read.parameters,
    unread: read.unread,
    deviceTime: new Date(message.time),
    happenedAt: new Date(happenedAt(Date.parse(message.time), { receivedAt, aheadMs })),
    receivedAt: new Date(receivedAt),
    digest: digestOf(file),
  });
  if (applied.kind === 'refused') onFault('too_large', [{ field: message.file_name, why: applied.why }]);
  if (applied.kind === 'refused' || applied.kind === 'old') return applied;
  const losses = [...read.losses, ...twice];
  // Repeated messages are reported as well: a person who restarts the device to test it would take the absence of a report for success.
  if (losses.length > 0) onFault('fields_dropped', losses);
  if (applied.kind !== 'stored') return applied;
  for (const event of changedEvents(message, applied.differing, read.outside, new Date(parts.now()).toISOString())) onEvent(event);
  return applied;
}

/** Stores a file, retrying while the database is unavailable, unless its device changes its configuration too often. */
async function handleFile(parts: InboxParts, file: WholeFile, bucket: TokenBucket, isClosed: () => boolean): Promise<void> {
  const { now, log } = parts;
  if (bucket.take(0, now()) > 0) return refuse(file.report, 'it changes too often');
  for (;;) {
    try {
      const applied = await storeFile(parts, file);
      bucket.take(applied.rows, now());
      return undefined;
    } catch (error) {
      if (isClosed()) return undefined;
      if (!isDatabaseAway(error)) {
        log.error({ err: error, serial: file.report.serial }, 'a configuration cannot be stored');
        return refuse(file.report, 'it cannot be stored');
      }
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

/**
 * Creates the receiver. It handles one file at a time, in short turns and on one database connection, so that the configurations of many robots
 * delay neither their states nor a stop. Source: REPORTED1, REPORTED6.
 */
export function createReportInbox(parts: InboxParts): ReportInbox {
  const collected = createParts(parts.after);
  const waiting = createWaiting();
  const buckets = new Map<string, TokenBucket>();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const bucketOf = (serial: string) => {
    const bucket = buckets.get(serial) ?? createBucket(ROWS, parts.now());
    buckets.set(serial, bucket);
    return bucket;
  };
  const handle = (file: WholeFile) => handleFile(parts, file, bucketOf(file.report.serial), () => isClosed);
  return {
    receive: (report, done) => {
      const { serial, payload } = report;
      if (!waiting.hasRoom(serial, payload.length)) {
        refuse(report, 'too many messages at once');
        return done();
      }
      const file = collected.add(report);
      // A part is kept in memory only: a device that reconnects reports it again.
      if (file === null) return done();
      const bytes = file.payloads.reduce((sum, one) => sum + one.length, 0);
      waiting.count(serial, bytes);
      last = last.then(() => (isClosed ? undefined : handle(file))).finally(() => waiting.count(serial, -bytes));
      return void Promise.race([last, sleep(SLOW_MS, undefined, { ref: false })]).then(done);
    },
    idle: () => last,
    close: async () => {
      await Promise.race([last, sleep(CLOSE_MS, undefined, { ref: false })]);
      isClosed = true;
    },
  };
}
