import mqtt from 'mqtt';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { deviceTopic, type CommandMessage } from '#contract/deviceMessage';
import { Failure } from '../platform/failure.ts';

/** One connection to the devices' broker, for what goes down. */
export interface BrokerConnection {
  readonly isUp: () => boolean;
  /** Settles when the broker has it. Throws 503 when it is away or does not confirm in time: then nothing is left behind to be sent later. */
  readonly publish: (serial: string, message: CommandMessage) => Promise<void>;
  readonly close: () => Promise<void>;
}

const RECONNECT_MS = 1_000;
const CONFIRM_MS = 5_000;

/** 503: the devices' broker is away. */
export const brokerAway = () => new Failure(503, 'Unavailable', 'the device broker does not answer');

/** Connects and keeps at it. */
export function openBrokerConnection(
  name: string,
  broker: { readonly url: string; readonly username: string; readonly password: string },
  log: Logger,
): BrokerConnection {
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

  const publish = (serial: string, message: CommandMessage) =>
    new Promise<void>((resolve, reject) => {
      if (!client.connected) return reject(brokerAway());
      let id = 0;
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        client.off('close', lost);
        if (isThere) return resolve();
        // The client would send it again after the next connect, when nobody expects it any more.
        client.removeOutgoingMessage(id);
        return reject(brokerAway());
      };
      const lost = () => settle(false);
      const timer = setTimeout(lost, CONFIRM_MS);
      client.once('close', lost);
      client.publish(deviceTopic(serial, 'command'), JSON.stringify(message), { qos: 1 }, (error) => settle(error == null));
      id = client.getLastMessageId();
    });
  return { isUp: () => client.connected, publish, close: () => client.endAsync(true) };
}
