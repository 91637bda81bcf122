/** The ingest of messages from a broker, assembled from account, subscription, filter and writer. */

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { DeviceTraffic } from '../deviceTraffic.ts';
import type { LiveReports } from '../liveReports.ts';
import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { LiveReport } from '../liveReport.ts';
import type { Gauges } from '../../platform/gauges.ts';
import { deviceTopic, upwardTopics } from '#contract/messages/deviceMessage';
import { lastLiveReport } from './lastReports.ts';
import { createMessageFilter } from './messageFilter.ts';
import type { OnConfiguration, OnResult } from './takeMessage.ts';
import type { BacklogWriters } from './writeBacklog.ts';
import { openIntake } from './openIntake.ts';
import { createPublisher } from './publisher.ts';
import { subscribe } from './mqttSubscription.ts';
import type { Fence } from '../../platform/instances/leases.ts';

/** Devices wait for the commit: messages that arrive within this time, in ms, share one commit. */
const SHARE_MS = 100;
const TOPICS = upwardTopics.map((kind) => deviceTopic('+', kind));

/** The server's account on the broker and the client id of its session. */
export interface IngestAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
}

/** The dependencies of the ingest. */
export interface IngestParts {
  readonly database: Kysely<Database>;
  readonly mqtt: IngestAccount;
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly bus: Bus<LiveReport>;
  readonly gauges: Gauges;
  readonly onResult: OnResult;
  readonly onConfiguration: OnConfiguration;
  readonly writers: BacklogWriters;
  /** Remembers the newest messages. */
  readonly traffic?: DeviceTraffic;
  /** Called for every message of a known device, readable or not; `at` in ms since epoch. */
  readonly onPresent?: (serial: string, at: number) => void;
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

/**
 * Receives the messages of the devices. The MQTT session is persistent: messages that are published while this process is disconnected arrive later.
 * A message is acknowledged after its commit, so that the broker sends it again if this process ends before that.
 */
export function startIngest(parts: IngestParts): Ingest {
  const { gauges, log } = parts;
  const { faults, writer } = openIntake({
    ...parts,
    shareMs: SHARE_MS,
    send: (serial, payload) => subscription.send(deviceTopic(serial, 'notice'), payload),
  });
  const publisher = createPublisher(parts.bus);
  const take = createMessageFilter({ ...parts, faults, writer, lastReport: lastLiveReport(parts.live), publish: publisher.publish });
  const subscription = subscribe({
    ...parts.mqtt,
    topics: TOPICS,
    onMessage: (topic, payload, done) => take(topic, payload, { receivedAt: parts.now(), done }),
    onRetained: (topic, payload) => take.retained(topic, payload, parts.now()),
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
