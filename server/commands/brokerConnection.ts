import mqtt from 'mqtt';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { deviceTopic, type CommandMessage } from '#contract/messages/deviceMessage';
import { createFailure } from '../platform/failure/catalogue.ts';

/** A connection to the device broker (`MQTT_URL`, or embedded) that publishes commands. */
export interface BrokerConnection {
  readonly isUp: () => boolean;
  /** Resolves when the broker acknowledges the message (QoS 1). Throws 503 when it is unavailable or too slow; the message is then not resent. */
  readonly publish: (serial: string, message: CommandMessage) => Promise<void>;
  /**
   * Publishes to a device whose reports do not arrive. Resolves with false if the device is not connected, with true if it is or if the broker does
   * not report it. Throws like `publish`.
   */
  readonly tryPublish: (serial: string, message: CommandMessage) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const RECONNECT_MS = 1_000;
const CONFIRM_MS = 5_000;

/** 503: the broker of the devices is unavailable. */
export const brokerAway = () => createFailure('brokerAway');

interface ConnectionParts {
  readonly broker: { readonly url: string; readonly username: string; readonly password: string };
  /** The devices that are connected to the broker; undefined if it does not say so. */
  readonly connectedDevices: (() => ReadonlySet<string>) | undefined;
  readonly log: Logger;
}

/** Connects to the broker and reconnects. */
export function openBrokerConnection(name: string, { broker, connectedDevices, log }: ConnectionParts): BrokerConnection {
  const client = mqtt.connect(broker.url, {
    username: broker.username,
    password: broker.password,
    clientId: `orangery-${name}-${randomUUID()}`,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: CONFIRM_MS,
    queueQoSZero: false,
  });
  client.on('error', (error) => log.warn({ err: error }, 'device broker'));
  const unconfirmed = new Set<() => void>();
  client.on('close', () => {
    for (const lost of unconfirmed) lost();
  });

  const publish = (serial: string, message: CommandMessage) =>
    new Promise<void>((resolve, reject) => {
      if (!client.connected) return reject(brokerAway());
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
      client.publish(deviceTopic(serial, 'command'), JSON.stringify(message), { qos: 1 }, (error) => settle(error == null));
      id = client.getLastMessageId();
    });
  /** Publishes with QoS 0: the broker would keep a message with QoS 1 for a device that is away, and deliver it hours later. */
  const publishOnce = async (serial: string, message: CommandMessage) => {
    if (!client.connected) throw brokerAway();
    await client.publishAsync(deviceTopic(serial, 'command'), JSON.stringify(message), { qos: 0 }).catch(() => {
      throw brokerAway();
    });
  };
  return {
    isUp: () => client.connected,
    publish,
    tryPublish: async (serial, message) => {
      if (connectedDevices === undefined) {
        await publishOnce(serial, message);
        return true;
      }
      if (!client.connected) throw brokerAway();
      if (!connectedDevices().has(serial)) return false;
      await publish(serial, message);
      return true;
    },
    close: () => client.endAsync(true),
  };
}
