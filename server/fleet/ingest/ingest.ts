import type { Kysely } from 'kysely';
import mqtt from 'mqtt';
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

/** Publish interval in ms: reports are batched, so that one notification carries many. */
const PUBLISH_MS = 50;
const RECONNECT_MS = 1_000;
const TOPICS = ['devices/+/state', 'devices/+/data', 'devices/+/log', 'devices/+/result'];

interface IngestParts {
  readonly database: Kysely<Database>;
  readonly mqtt: { readonly url: string; readonly username: string; readonly password: string };
  readonly live: LiveReports;
  readonly registry: OwnershipRegistry;
  readonly bus: Bus<DeviceReport>;
  readonly gauges: Gauges;
  /** Called for every command result of a device. */
  readonly onResult: (serial: string, message: ResultMessage) => void;
  readonly writers: BacklogWriters;
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

/** Connects to the device broker and reconnects. The MQTT session is persistent: messages published while disconnected arrive later. */
export function startIngest(parts: IngestParts): Ingest {
  const { gauges, log } = parts;
  const writer = startWriter(parts);
  const publisher = createPublisher(parts.bus);
  const take = createMessageFilter({ ...parts, writer, publish: publisher.publish });
  const client = mqtt.connect(parts.mqtt.url, {
    username: parts.mqtt.username,
    password: parts.mqtt.password,
    clientId: 'orangery-ingest',
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: 5_000,
  });
  let isListening = false;
  const setListening = (value: boolean) => {
    isListening = value;
    gauges.brokerUp.set(value ? 1 : 0);
  };
  client.on('connect', () => {
    client.subscribe(TOPICS, { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'cannot subscribe to the devices');
      else setListening(true);
    });
  });
  client.on('close', () => setListening(false));
  client.on('error', (error) => log.warn({ err: error }, 'device broker'));
  client.on('message', (topic, payload) => take(topic, payload));
  return {
    isListening: () => isListening,
    close: async () => {
      publisher.close();
      await client.endAsync(true);
      await writer.close();
    },
  };
}
