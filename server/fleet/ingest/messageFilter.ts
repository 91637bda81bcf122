/** The handler of MQTT messages: accepts messages of known devices, drops old reports and queues writes; messages of unknown devices wait for the registry. */

import type { Buffer } from 'node:buffer';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { DeviceTraffic } from '../deviceTraffic.ts';
import { createNewestReports } from './newestReports.ts';
import { readMessage, type DeviceMessage } from './readMessage.ts';
import type { GivenReceipt, Receipt } from './receipt.ts';
import { createRefusals } from './refusals.ts';
import type { KnownReport } from './reportOrder.ts';
import { takeMessage, type TakeParts } from './takeMessage.ts';
import { isRecent } from '../../platform/steadyClock.ts';

/** Minimum interval in ms at which the registry is read again: a device may have been created on another instance since the last read. */
const REREAD_MS = 1_000;

/** Returns the pending read of the registry, which all messages of unknown devices share; null if the registry was read just before. */
function createRereading(registry: Pick<OwnershipRegistry, 'refresh'>, now: () => number): () => Promise<void> | null {
  let reading: Promise<void> | null = null;
  let lastRead = Number.NEGATIVE_INFINITY;
  return () => {
    if (reading !== null) return reading;
    if (isRecent(lastRead, now(), REREAD_MS)) return null;
    lastRead = now();
    reading = registry.refresh().finally(() => {
      reading = null;
    });
    return reading;
  };
}

interface IntakeParts extends Omit<TakeParts, 'newest' | 'refusals'> {
  readonly registry: OwnershipRegistry;
  /** Returns the last report of a device before the first report that is handled here. */
  readonly lastReport: (serial: string) => KnownReport | undefined;
  /** Remembers the newest messages. Default: none are remembered. */
  readonly traffic?: DeviceTraffic | undefined;
  readonly now: () => number;
  /** Called for every message of a known device, readable or not; `at` in ms since epoch. */
  readonly onPresent?: (serial: string, at: number) => void;
}

/** Handler of messages. */
export interface MessageFilter {
  (topic: string, payload: Buffer, receipt: GivenReceipt): void;
  /** Reports a retained message, which is ignored. `at` in ms since epoch. */
  readonly retained: (topic: string, payload: Buffer, at: number) => void;
}

/** Remembers a message; the returned receipt also records its acknowledgement. */
function traced({ traffic, now }: IntakeParts, { serial, kind }: DeviceMessage, receipt: Receipt): Receipt {
  const trace = traffic?.begin(serial, kind, receipt.payload, receipt.receivedAt);
  if (trace === undefined) return receipt;
  const done = () => {
    trace.acknowledged(now());
    receipt.done();
  };
  return { ...receipt, trace, done };
}

/**
 * Creates the MQTT message handler: validates, drops old reports, queues writes and publishes.
 *
 *     topic, bytes ──► read ──► no serial: rejected
 *                       │
 *                       ├──► device unknown ──► registry read again ──► still unknown: rejected
 *                       │                                │
 *                       └──► device known ◄──────────────┘
 *                              │  traced, marked as present, losses reported
 *                              ├──► unreadable: rejected
 *                              └──► report or data ──► newer than the known one? ──► written, published, acknowledged
 *
 * 1. It never throws, whatever the payload; a rejected message is counted and does not affect others (INGEST1). 2. The readable fields of a message are used,
 * and every unreadable or unknown field is reported (DOOR1, DOOR3). 3. An older report never overwrites a newer one (INGEST2). 4. The registry is read again
 * for unknown devices at most once a second, and the messages that wait for it keep their order (INGEST17). 5. Every message is acknowledged: a rejected one
 * at once, others once they are written (INGEST4, INGEST15). 6. Retained messages are ignored (BROKER2).
 */
export function createMessageFilter(parts: IntakeParts): MessageFilter {
  const { registry, faults, now, onPresent } = parts;
  const refusals = createRefusals(parts);
  const { refuse } = refusals;
  const newest = createNewestReports(parts.lastReport);
  const takeParts: TakeParts = { ...parts, refusals, newest };
  const rereading = createRereading(registry, now);
  const isKnown = (serial: string) => registry.organisationOfDevice(serial) !== undefined;

  const takeKnown = (read: DeviceMessage, given: Receipt) => {
    const receipt = traced(parts, read, given);
    if (read.ok && read.losses.length === 0) faults.readWhole(read.serial, receipt.receivedAt);
    onPresent?.(read.serial, receipt.receivedAt);
    refusals.reportLosses(read, receipt);
    if (read.ok) takeMessage(takeParts, read, receipt);
    else refuse(read.reason, receipt.done);
  };
  const takeUnknown = (read: DeviceMessage, receipt: Receipt) => {
    const reading = rereading();
    if (reading === null) return refuse('unknown', receipt.done);
    const decide = () => (isKnown(read.serial) ? takeKnown(read, receipt) : refuse('unknown', receipt.done));
    return void reading.then(decide, decide);
  };
  const take = (topic: string, payload: Buffer, given: GivenReceipt) => {
    const receipt = { ...given, payload };
    const read = readMessage(topic, payload, receipt.receivedAt, newest.aheadMs);
    if (!('serial' in read)) return refuse(read.reason, receipt.done);
    return isKnown(read.serial) ? takeKnown(read, receipt) : takeUnknown(read, receipt);
  };
  const retained: MessageFilter['retained'] = (topic, payload, receivedAt) => {
    const read = readMessage(topic, payload, receivedAt);
    if ('serial' in read && isKnown(read.serial)) refusals.retained(read, payload, receivedAt);
  };
  return Object.assign(take, { retained });
}
