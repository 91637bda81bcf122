import { randomUUID } from 'node:crypto';
import { Buffer } from 'node:buffer';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { deviceTopic, type ResultMessage } from '#contract/messages/deviceMessage';
import { type BrokerConnection, openBrokerConnection } from '../commands/brokerConnection.ts';
import { openGatewayConnection } from '../commands/gatewayConnection.ts';
import { type Ingest, type IngestAccount, type IngestParts, startIngest } from '../fleet/ingest/ingest.ts';
import { createPublisher } from '../fleet/ingest/publisher.ts';
import { openPartitions } from '../fleet/ingest/partitions/partitions.ts';
import { readMessage } from '../fleet/ingest/readMessage.ts';
import type { Gateway } from '../platform/broker/startBroker.ts';
import { watchConnection } from '../platform/bus/connectionState.ts';
import { type Leases, soleLeases } from '../platform/instances/leases.ts';
import { ensureStream } from '../platform/messageStream/messageStream.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { noticeChannel, resultChannel } from '../platform/messageStream/subjects.ts';

/** The dependencies of the access to devices. */
interface DeviceParts {
  readonly settings: Pick<Settings, 'NATS_URL' | 'NATS_REPLICAS'>;
  readonly mqtt: IngestAccount | Gateway;
  readonly leases?: Leases;
  readonly nats?: NatsConnection;
  readonly connectedDevices?: () => ReadonlySet<string>;
  readonly log: Logger;
}

type SharedIngestParts = Omit<IngestParts, 'mqtt' | 'fence'>;
type ShowResult = (serial: string, message: ResultMessage) => void;

/** The access of the server to the devices: through a broker, or through the gateways of all instances. */
interface DeviceAccess {
  readonly links: { readonly link: BrokerConnection; readonly stopLink: BrokerConnection };
  /**
   * Starts ingesting the reports of devices. `showResult` receives command results that are stored elsewhere; `loadMissed` reads the reports that another
   * instance has received.
   */
  readonly openIngest: (parts: SharedIngestParts, showResult: ShowResult, loadMissed: () => Promise<void>) => Promise<Ingest>;
}

const readResult = (serial: string, payload: string, receivedAt: number): ResultMessage | null => {
  const read = readMessage(deviceTopic(serial, 'result'), Buffer.from(payload), receivedAt);
  return read.ok && read.kind === 'result' ? read.message : null;
};

/** Shows the command results that other instances receive. Returns the stop function. */
function showSharedResults(nats: NatsConnection, show: (serial: string, payload: string) => void): () => void {
  const results = nats.subscribe(resultChannel.all, {
    callback: (error, message) => {
      if (error === null) show(resultChannel.serialOf(message.subject), message.string());
    },
  });
  return () => results.unsubscribe();
}

const shareResult = (nats: NatsConnection | undefined, serial: string, message: ResultMessage) => {
  if (nats?.isClosed() === false) nats.publish(resultChannel.of(serial), JSON.stringify(message));
};

/**
 * Access to devices that are connected to a broker: one instance ingests, and each instance has one connection for commands and one for stop. The ingesting
 * instance sends every command result to the others, because one of them may be waiting for it while the database is unavailable. Source: GATEWAY12.
 */
const throughBroker = ({ leases, nats, connectedDevices, log }: DeviceParts, broker: IngestAccount): DeviceAccess => ({
  links: {
    link: openBrokerConnection('commands', { broker, connectedDevices, log }),
    stopLink: openBrokerConnection('stop', { broker, connectedDevices, log }),
  },
  openIngest: async (shared, showResult, loadMissed) => {
    let ingest: Ingest | null = null;
    const show = (serial: string, payload: string) => {
      const message = readResult(serial, payload, shared.now());
      if (message !== null) showResult(serial, message);
    };
    const stopShowing = nats === undefined ? () => undefined : showSharedResults(nats, show);
    const onResult: SharedIngestParts['onResult'] = (serial, message, ...rest) => {
      shareResult(nats, serial, message);
      shared.onResult(serial, message, ...rest);
    };
    const tenure = await (leases ?? soleLeases).take({
      name: 'ingest',
      start: async (fence) => {
        if (leases !== undefined) await loadMissed();
        const started = startIngest({ ...shared, onResult, mqtt: broker, fence });
        ingest = started;
        return async () => {
          ingest = null;
          await started.close();
        };
      },
    });
    const close = async () => {
      stopShowing();
      await tenure.close();
    };
    return { isListening: () => ingest?.isListening() ?? true, close };
  },
});

const elapsed = () => performance.now();

/** Access to devices that are connected to the gateways; each instance ingests its share of the stream. */
const throughGateways = ({ settings }: DeviceParts, gateway: Gateway, nats: NatsConnection): DeviceAccess => ({
  links: { link: openGatewayConnection(gateway, nats, elapsed), stopLink: openGatewayConnection(gateway, nats, elapsed) },
  openIngest: async (shared, showResult, loadMissed) => {
    const show = (serial: string, payload: string) => {
      const message = readResult(serial, payload, shared.now());
      if (message !== null) showResult(serial, message);
    };
    gateway.watchResults(show);
    shared.gauges.brokerUp.set(1);
    shared.gauges.natsUp.set(1);
    const isConnected = watchConnection(nats, (isUp) => shared.gauges.natsUp.set(isUp ? 1 : 0));
    const stopShowing = showSharedResults(nats, show);
    const replicas = settings.NATS_REPLICAS ?? ((settings.NATS_URL ?? '').split(',').length >= 3 ? 3 : 1);
    await ensureStream(nats, replicas);
    await loadMissed();
    const publisher = createPublisher(shared.bus);
    const partitions = await openPartitions({
      ...shared,
      connection: nats,
      publish: publisher.publish,
      sendNotice: (serial, payload) => {
        if (isConnected()) nats.publish(noticeChannel.of(serial), payload);
      },
      holder: randomUUID(),
      elapsed,
    });
    return {
      isListening: gateway.isUp,
      close: async () => {
        stopShowing();
        publisher.close();
        await partitions.close();
      },
    };
  },
});

/**
 * Returns the access to the devices, which sends commands and receives reports: through a broker (`MQTT_URL`, embedded) or the MQTT gateways of all servers
 * (`NATS_URL`). Throws for a gateway without NATS.
 */
export function reachDevices(parts: DeviceParts): DeviceAccess {
  const { mqtt, nats } = parts;
  if (!('deliver' in mqtt)) return throughBroker(parts, mqtt);
  if (nats === undefined) throw new Error('A gateway needs NATS.');
  return throughGateways(parts, mqtt, nats);
}
