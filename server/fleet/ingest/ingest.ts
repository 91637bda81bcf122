import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { DeviceReport } from '../deviceReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import type { ResultMessage } from '#contract/fleet/deviceMessage';
import { createMessageFilter } from './acceptMessage.ts';
import type { BacklogWriters } from './writeBacklog.ts';
import { startWriter } from './backlogWriter.ts';
import { subscribe } from './subscription.ts';
import type { Fence } from '../../platform/instances/leases.ts';

/** Publish interval in ms: reports are batched, so that one notification carries many. */
const PUBLISH_MS = 50;
const TOPICS = ['devices/+/state', 'devices/+/data', 'devices/+/log', 'devices/+/result'];

/** The server's account at the broker and the client id of its session. */
export interface IngestAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
}

interface IngestParts {
  readonly database: Kysely<Database>;
  readonly mqtt: IngestAccount;
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly bus: Bus<DeviceReport>;
  readonly gauges: Gauges;
  /** Called for every command result of a device; it calls `done` when the result is stored. */
  readonly onResult: (serial: string, message: ResultMessage, done: () => void) => void;
  readonly writers: BacklogWriters;
  readonly fence: Fence;
  readonly now: () => number;
  readonly log: Logger;
}

/** The MQTT subscriber of device messages. */
export interface Ingest {
  /** Whether the subscription is active. */
  readonly isListening: () => boolean;
  readonly close: () => Promise<void>;
}

function createPublisher(bus: Bus<DeviceReport>) {
  let unsent: DeviceReport[] = [];
  const publishAll = () => {
    if (unsent.length === 0) return;
    const reports = unsent;
    unsent = [];
    bus.publish(reports);
  };
  const timer = setInterval(publishAll, PUBLISH_MS);
  return { publish: (report: DeviceReport) => void unsent.push(report), close: () => clearInterval(timer) };
}

/**
 * Receives the messages of the devices. The MQTT session is persistent: messages published while disconnected arrive later. One is acknowledged after
 * its commit, so that the broker sends it again when this process ends before.
 */
export function startIngest(parts: IngestParts): Ingest {
  const { gauges, log } = parts;
  const writer = startWriter(parts);
  const publisher = createPublisher(parts.bus);
  const take = createMessageFilter({ ...parts, writer, publish: publisher.publish });
  const subscription = subscribe({
    ...parts.mqtt,
    topics: TOPICS,
    onMessage: take,
    onListening: (value) => gauges.brokerUp.set(value ? 1 : 0),
    log,
  });
  return {
    isListening: subscription.isListening,
    close: async () => {
      publisher.close();
      subscription.pause();
      await writer.close();
      await subscription.close();
    },
  };
}
