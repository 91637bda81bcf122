/** For several servers: publishes a message to the stream, and acknowledges it to the device once the stream has stored it. */

import { Buffer } from 'node:buffer';
import type { Client, PublishPacket } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { deviceTopic } from '#contract/messages/deviceMessage';
import type { StreamMessage } from '../messageStream/batch.ts';
import { DELIVERED, MAX_HELD } from './holds.ts';

/**
 * Time after which a command result is acknowledged without being stored, in ms: a device that waits for the acknowledgement would not report that it
 * stopped.
 */
const SLOW_MS = 250;
/** Maximum size of the messages of all devices that wait for the stream, in bytes. */
const MAX_BYTES = 67_108_864;

function acknowledge(client: Client, waiting: Packet): void {
  const { qos, messageId } = waiting.packet;
  const isOwed = qos === 1 && messageId !== undefined && !waiting.isAcknowledged;
  waiting.isAcknowledged = true;
  if (isOwed && !client.closed && client.conn.writable) writeToStream({ cmd: 'puback', messageId }, client.conn);
}

/** Publishes a message to the stream; resolves when the stream has stored it. */
export type StoreMessage = (message: StreamMessage) => Promise<void>;

type TakePacket = (client: Client, packet: PublishPacket) => void;

/** A message that waits for the store. */
interface Packet {
  readonly packet: PublishPacket;
  isAcknowledged: boolean;
}

/** The waiting messages of one connection. */
interface Waiting {
  readonly packets: Packet[];
  isSending: boolean;
  hasDropped: boolean;
}

/**
 * Forwards the messages of devices to a store and acknowledges each once it is stored, one message per device at a time, so that a retried message does not
 * arrive after the next one. `onResult` is called at once for each command result. Beyond the limits, a message is dropped, and `cutOff` later disconnects the
 * device, so that it sends the message again.
 */
export function createForwards(
  store: StoreMessage,
  onResult: (serial: string, payload: string) => void,
  cutOff: (client: Client) => void,
): TakePacket {
  const clients = new WeakMap<Client, Waiting>();
  let bytes = 0;
  const send = async (client: Client, waiting: Waiting) => {
    for (let next = waiting.packets.shift(); next !== undefined; next = waiting.packets.shift()) {
      const { topic } = next.packet;
      const payload = Buffer.from(next.packet.payload);
      if (!client.closed) {
        await store({ topic, payload });
        acknowledge(client, next);
      }
      bytes -= payload.length;
    }
    waiting.isSending = false;
    if (waiting.hasDropped) cutOff(client);
  };
  return (client, packet) => {
    const waiting = clients.get(client) ?? { packets: [], isSending: false, hasDropped: false };
    clients.set(client, waiting);
    const own = { ...packet };
    // The broker continues with this empty message, which is neither acknowledged nor delivered.
    packet.qos = 0;
    packet.topic = DELIVERED;
    const isResult = own.topic === deviceTopic(client.id, 'result');
    if (isResult) onResult(client.id, own.payload.toString());
    const isTooMuch = waiting.packets.length >= MAX_HELD || bytes > MAX_BYTES;
    // QoS 0 messages are sent once, so disconnecting the device would not help.
    if (isTooMuch && own.qos === 1) waiting.hasDropped = true;
    if (waiting.hasDropped && !waiting.isSending) cutOff(client);
    if (isTooMuch || waiting.hasDropped) return;
    bytes += Buffer.byteLength(own.payload);
    const entry = { packet: own, isAcknowledged: false };
    waiting.packets.push(entry);
    if (isResult) setTimeout(() => acknowledge(client, entry), SLOW_MS);
    if (waiting.isSending) return;
    waiting.isSending = true;
    void send(client, waiting);
  };
}
