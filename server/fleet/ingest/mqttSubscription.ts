/** The MQTT subscription of the ingest, which is acknowledged after the commit. */

import { Buffer } from 'node:buffer';
import mqtt from 'mqtt';
import { writeToStream } from 'mqtt-packet';
import type { Logger } from 'pino';
import { reconnecting } from '../../platform/broker/reconnecting.ts';

interface SubscriptionParts {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly topics: readonly string[];
  /** Handles a message, which is acknowledged when `done` is called. */
  readonly onMessage: (topic: string, payload: Buffer, done: () => void) => void;
  /** Called for each retained message, which is ignored. */
  readonly onRetained?: (topic: string, payload: Buffer) => void;
  /** Called when the subscription becomes active or is lost. */
  readonly onListening: (isListening: boolean) => void;
  readonly log: Logger;
}

/** A persistent MQTT subscription whose messages are acknowledged when they are handled. */
export interface MqttSubscription {
  readonly isListening: () => boolean;
  /** Publishes a message with QoS 0 at once; drops it if there is no connection, or if too many bytes wait. */
  readonly send: (topic: string, payload: string) => void;
  /** Accepts no further messages: the broker keeps them for the next session. */
  readonly pause: () => void;
  readonly close: () => Promise<void>;
}

/** Number of unsent bytes above which droppable messages are dropped. */
const MAX_WAITING_BYTES = 65_536;
/** Stops the library's own handling of a message, which would acknowledge the message at once and hold back the next one until then. */
const LATER = new Error('acknowledged later');

const clientOf = ({ url, username, password, clientId }: SubscriptionParts) =>
  mqtt.connect(url, {
    username,
    password,
    clientId,
    protocolVersion: 4,
    clean: false,
    ...reconnecting,
  });

/** Subscribes with QoS 1 and reconnects. Retained messages are ignored: they may be arbitrarily old, and nothing ensures that they are updated. */
export function subscribe(parts: SubscriptionParts): MqttSubscription {
  const { topics, onMessage, onRetained, onListening, log } = parts;
  let isListening = false;
  let isPaused = false;
  const setListening = (value: boolean) => {
    isListening = value;
    onListening(value);
  };
  const client = clientOf(parts);
  client.handleMessage = (packet, next) => {
    const { stream } = client;
    const { topic, payload, messageId } = packet;
    const done = () => {
      // After a reconnect the broker sends the message again, under another id. A message with QoS 0 has no id.
      if (messageId !== undefined && client.stream === stream && !stream.destroyed) writeToStream({ cmd: 'puback', messageId }, stream);
    };
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (packet.retain) {
      onRetained?.(topic, bytes);
      done();
    } else if (!isPaused) onMessage(topic, bytes, done);
    next(LATER);
  };
  client.on('connect', () => {
    client.subscribe([...topics], { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'cannot subscribe to the devices');
      else setListening(true);
    });
  });
  client.on('close', () => setListening(false));
  client.on('error', (error) => log.warn({ err: error }, 'device broker'));
  return {
    isListening: () => isListening,
    send: (topic, payload) => {
      if (isListening && client.connected && client.stream.writableLength < MAX_WAITING_BYTES) client.publish(topic, payload, { qos: 0 });
    },
    pause: () => {
      isPaused = true;
    },
    close: async () => {
      await client.endAsync();
    },
  };
}
