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
/** Maximum size of the messages of all devices that wait for the stream, in bytes; the same limit applies separately to their command results. */
const MAX_BYTES = 67_108_864;
/** Approximate memory of a waiting message besides its payload, in bytes. */
const PACKET_BYTES = 512;

/** Publishes a message to the stream; resolves when the stream has stored it. */
export type StoreMessage = (message: StreamMessage) => Promise<void>;

type TakePacket = (client: Client, packet: PublishPacket) => void;

/** The number of waiting messages of one kind on one connection, and whether a message was dropped. */
interface Quota {
  count: number;
  hasDropped: boolean;
}

/** The size of the waiting messages of one kind on all connections, in bytes. */
interface Total {
  bytes: number;
}

/** A message that waits for the store. */
interface Packet {
  readonly packet: PublishPacket;
  readonly quota: Quota;
  readonly total: Total;
  isAcknowledged: boolean;
}

/**
 * The waiting messages of one connection. Results have a separate quota, so that a device whose reports wait can still report that it has stopped.
 */
interface Waiting {
  readonly packets: Packet[];
  readonly results: Quota;
  readonly others: Quota;
  isSending: boolean;
}

const sizeOf = ({ payload }: PublishPacket) => Buffer.byteLength(payload) + PACKET_BYTES;

function acknowledge(client: Client, waiting: Packet): void {
  const { qos, messageId } = waiting.packet;
  if (qos !== 1 || messageId === undefined || waiting.isAcknowledged || client.closed || !client.conn.writable) return;
  waiting.isAcknowledged = true;
  writeToStream({ cmd: 'puback', messageId }, client.conn);
}

/** Returns whether the device will send a message again, since its connection ended before the acknowledgement. */
const comesAgain = (client: Client, { packet, isAcknowledged }: Packet) => client.closed && packet.qos === 1 && !isAcknowledged;

/** Counts a message; returns whether there is room for it. Once a message with QoS 1 was dropped, all later ones are dropped too. */
function enter({ quota, total, packet }: Packet): boolean {
  const isTooMuch = quota.count >= MAX_HELD || total.bytes > MAX_BYTES;
  // QoS 0 messages are sent once, so disconnecting the device would not help.
  if (isTooMuch && packet.qos === 1) quota.hasDropped = true;
  if (isTooMuch || quota.hasDropped) return false;
  quota.count += 1;
  total.bytes += sizeOf(packet);
  return true;
}

const hasDropped = ({ results, others }: Waiting) => results.hasDropped || others.hasDropped;

/**
 * Forwards the messages of devices to a store and acknowledges each one once it is stored, one message per device at a time, so that a retried message does not
 * arrive after the next one. `onResult` is called at once for each command result. Beyond the limits, a message is dropped, and `cutOff` later disconnects the
 * device, so that it sends the message again. After a connection ends, messages that its device does not send again are stored nevertheless.
 */
export function createForwards(
  store: StoreMessage,
  onResult: (serial: string, payload: string) => void,
  cutOff: (client: Client) => void,
): TakePacket {
  const clients = new WeakMap<Client, Waiting>();
  const results: Total = { bytes: 0 };
  const others: Total = { bytes: 0 };
  const send = async (client: Client, waiting: Waiting) => {
    for (let next = waiting.packets.shift(); next !== undefined; next = waiting.packets.shift()) {
      const { packet, quota, total } = next;
      if (!comesAgain(client, next)) {
        await store({ topic: packet.topic, payload: Buffer.from(packet.payload) });
        acknowledge(client, next);
      }
      quota.count -= 1;
      total.bytes -= sizeOf(packet);
    }
    waiting.isSending = false;
    if (hasDropped(waiting)) cutOff(client);
  };
  const waitingOf = (client: Client): Waiting => {
    const none = () => ({ count: 0, hasDropped: false });
    const waiting = clients.get(client) ?? { packets: [], results: none(), others: none(), isSending: false };
    clients.set(client, waiting);
    return waiting;
  };
  return (client, packet) => {
    const waiting = waitingOf(client);
    const own = { ...packet };
    // The broker continues with this empty message, which is neither acknowledged nor delivered.
    packet.qos = 0;
    packet.topic = DELIVERED;
    const isResult = own.topic === deviceTopic(client.id, 'result');
    if (isResult) onResult(client.id, own.payload.toString());
    const [quota, total] = isResult ? [waiting.results, results] : [waiting.others, others];
    const entry: Packet = { packet: own, quota, total, isAcknowledged: false };
    const isTaken = enter(entry);
    if (hasDropped(waiting) && !waiting.isSending) cutOff(client);
    if (!isTaken) return;
    waiting.packets.push(entry);
    if (isResult) setTimeout(() => acknowledge(client, entry), SLOW_MS);
    if (waiting.isSending) return;
    waiting.isSending = true;
    void send(client, waiting);
  };
}
