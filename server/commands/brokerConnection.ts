import mqtt from 'mqtt';
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
   * Resolves when the broker acknowledges the message (QoS 1), which it drops when the command is no longer wanted. A stop has QoS 0 where the broker can only
   * keep messages for ever. Throws 503 when the broker is unavailable or too slow; the message is then not resent.
   */
  readonly publish: (serial: string, message: CommandMessage) => Promise<void>;
  /**
   * Publishes to a device whose reports do not arrive. Resolves with false if the device is not connected, with true if it is or if the broker does
   * not report it. Throws like `publish`.
   */
  readonly tryPublish: (serial: string, message: CommandMessage) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const CONFIRM_MS = 5_000;

/** 503: the broker of the devices is unavailable. */
export const brokerAway = () => createFailure('brokerAway');

interface ConnectionParts {
  readonly broker: { readonly url: string; readonly username: string; readonly password: string };
  /** The devices that are connected to the broker; undefined if it does not say so. */
  readonly connectedDevices: (() => ReadonlySet<string>) | undefined;
  readonly log: Logger;
}

/** Connects to a broker, with MQTT 5 if it is one of one's own that supports it; the embedded broker drops by itself what is no longer wanted. */
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
  const warn = (error: Error) => log.warn({ err: error }, 'device broker');
  if (isEmbedded) client.on('error', warn);
  else offerVersion5(client, warn);
  return client;
}

/** Connects to the broker and reconnects. */
export function openBrokerConnection(name: string, parts: ConnectionParts): BrokerConnection {
  const { connectedDevices } = parts;
  const client = connectBroker(name, parts);
  const isLimiting = () => client.options.protocolVersion === 5;
  const unconfirmed = new Set<() => void>();
  client.on('close', () => {
    for (const lost of unconfirmed) lost();
  });

  const publishUntilConfirmed = (serial: string, message: CommandMessage) =>
    new Promise<void>((resolve, reject) => {
      if (!client.connected) return reject(brokerAway());
      const expiry = isLimiting() ? { properties: { messageExpiryInterval: wantedMs(message.command) / 1_000 } } : {};
      let id = 0;
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        unconfirmed.delete(lost);
        if (isThere) return resolve();
        // The client would resend the message after a reconnect, when the command has already failed.
        client.removeOutgoingMessage(id);
        return reject(brokerAway());
      };
      const lost = () => settle(false);
      const timer = setTimeout(lost, CONFIRM_MS);
      unconfirmed.add(lost);
      client.publish(deviceTopic(serial, 'command'), JSON.stringify(message), { qos: 1, ...expiry }, (error) => settle(error == null));
      id = client.getLastMessageId();
    });
  /** Publishes with QoS 0: a broker with MQTT 3.1.1 would keep a message with QoS 1 for a device that is away, and deliver it hours later. */
  const publishOnce = async (serial: string, message: CommandMessage) => {
    if (!client.connected) throw brokerAway();
    await client.publishAsync(deviceTopic(serial, 'command'), JSON.stringify(message), { qos: 0 }).catch(() => {
      throw brokerAway();
    });
  };
  const isKeptForEver = ({ command }: CommandMessage) => connectedDevices === undefined && !isLimiting() && command === 'stop_immediately';
  const publish = (serial: string, message: CommandMessage) =>
    isKeptForEver(message) ? publishOnce(serial, message) : publishUntilConfirmed(serial, message);
  return {
    isUp: () => client.connected,
    publish,
    tryPublish: async (serial, message) => {
      if (!client.connected) throw brokerAway();
      if (connectedDevices !== undefined && !connectedDevices().has(serial)) return false;
      await publish(serial, message);
      return true;
    },
    close: () => client.endAsync(true),
  };
}
