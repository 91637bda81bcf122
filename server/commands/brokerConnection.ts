import mqtt, { type MqttClient } from 'mqtt';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { deviceTopic, type CommandMessage } from '#contract/messages/deviceMessage';
import { reconnecting } from '../platform/broker/reconnecting.ts';
import { wantedMs } from '../platform/broker/wantedCommands.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { offerVersion5 } from './offerVersion5.ts';

/** A connection to the device broker (`MQTT_URL`, or embedded) that publishes commands. */
export interface BrokerConnection {
  readonly isUp: () => boolean;
  /**
   * Resolves when the broker acknowledges the message (QoS 1); the broker drops the message when the command is no longer wanted. The message has QoS 0 if the
   * broker takes no further unacknowledged one, and a stop also if the broker could only keep messages for ever; the promise then resolves when the message is
   * written. Throws 503 when the broker is unavailable or too slow; the message is then not resent.
   */
  readonly publish: (serial: string, message: CommandMessage) => Promise<void>;
  /**
   * Publishes to a device whose reports do not arrive. Resolves with false if the device is not connected; with true if it is, or if the broker does not report
   * connections. In the last case the message has QoS 0, since a broker may resend messages in flight, however old. Throws like `publish`.
   */
  readonly tryPublish: (serial: string, message: CommandMessage) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const CONFIRM_MS = 5_000;
/** Number of unacknowledged messages that a broker takes unless it states another number (`receiveMaximum` of MQTT 5). */
const RECEIVE_MAXIMUM = 65_535;

/** 503: the broker of the devices is unavailable. */
export const brokerAway = () => createFailure('brokerAway');

interface ConnectionParts {
  readonly broker: { readonly url: string; readonly username: string; readonly password: string };
  /** The devices that are connected to the broker; undefined if the broker does not report them. */
  readonly connectedDevices: (() => ReadonlySet<string>) | undefined;
  readonly log: Logger;
}

/** Connects to a broker; with MQTT 5 if it is an external one that supports that version. The embedded broker drops unwanted messages by itself. */
function connectBroker(name: string, { broker, connectedDevices, log }: ConnectionParts) {
  const isEmbedded = connectedDevices !== undefined;
  const client = mqtt.connect(broker.url, {
    username: broker.username,
    password: broker.password,
    clientId: `orangery-${name}-${randomUUID()}`,
    protocolVersion: isEmbedded ? 4 : 5,
    clean: true,
    ...reconnecting,
  });
  client.on('error', (error) => log.warn({ err: error }, 'device broker'));
  if (!isEmbedded) offerVersion5(client, log);
  return client;
}

/**
 * Watches the messages of a client. The returned function returns whether the broker takes no further unacknowledged message: one more would end the
 * connection, and every stop in flight with it. A message for which nobody waits any more counts until it is acknowledged or the connection ends.
 */
function watchInFlight(client: MqttClient): () => boolean {
  const inFlight = new Set<number | undefined>();
  client.on('packetsend', (packet) => {
    if (packet.cmd === 'publish' && packet.qos === 1) inFlight.add(packet.messageId);
  });
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') inFlight.delete(packet.messageId);
  });
  client.on('close', () => inFlight.clear());
  return () => inFlight.size >= (client.serverProperties?.receiveMaximum ?? RECEIVE_MAXIMUM);
}

/** Connects to the broker and reconnects. */
export function openBrokerConnection(name: string, parts: ConnectionParts): BrokerConnection {
  const { connectedDevices } = parts;
  const client = connectBroker(name, parts);
  const isLimiting = () => client.options.protocolVersion === 5;
  const isFull = watchInFlight(client);
  const unconfirmed = new Set<() => void>();
  client.on('close', () => {
    for (const lost of unconfirmed) lost();
  });

  /** Sends a message; resolves when the message is acknowledged or, with QoS 0, written. */
  const send = (serial: string, message: CommandMessage, qos: 0 | 1) =>
    new Promise<void>((resolve, reject) => {
      if (!client.connected) return reject(brokerAway());
      const expiry = isLimiting() ? { properties: { messageExpiryInterval: wantedMs(message.command) / 1_000 } } : {};
      let id = 0;
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        unconfirmed.delete(lost);
        if (isThere) return resolve();
        // The client would resend a message with QoS 1 after a reconnect, when the command has already failed.
        client.removeOutgoingMessage(id);
        return reject(brokerAway());
      };
      const lost = () => settle(false);
      const timer = setTimeout(lost, CONFIRM_MS);
      unconfirmed.add(lost);
      client.publish(deviceTopic(serial, 'command'), JSON.stringify(message), { qos, ...expiry }, (error) => settle(error == null));
      if (qos === 1) id = client.getLastMessageId();
    });
  /** A broker with MQTT 3.1.1 would keep a message with QoS 1 for a disconnected device, and deliver it hours later. */
  const isKeptForEver = ({ command }: CommandMessage) => connectedDevices === undefined && !isLimiting() && command === 'stop_immediately';
  const publish = (serial: string, message: CommandMessage) => send(serial, message, isFull() || isKeptForEver(message) ? 0 : 1);
  return {
    isUp: () => client.connected,
    publish,
    tryPublish: async (serial, message) => {
      if (!client.connected) throw brokerAway();
      if (connectedDevices === undefined) await send(serial, message, 0);
      else if (connectedDevices().has(serial)) await publish(serial, message);
      else return false;
      return true;
    },
    close: () => client.endAsync(true),
  };
}
