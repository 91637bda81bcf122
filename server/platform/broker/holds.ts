/** For a single server: delivers a device's message to the server, and acknowledges it to the device after the commit. */

import type { Aedes, Client, PublishPacket } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { messageLimits } from '#contract/messages/messageLimits';

/** The publisher of a held message, as named in the broker's record of deliveries. */
const HELD = 'held';
/** The topic of a message that is delivered in another way; no client can subscribe to this topic. */
export const DELIVERED = '$delivered';
/**
 * Maximum number of unacknowledged messages of one device: a few minutes' worth while the database is unavailable. The same number of command results may wait
 * in addition, so that a device whose reports wait can still report that it has stopped.
 */
export const MAX_HELD = messageLimits.unacknowledged;

/** A message that is delivered to the server but not yet acknowledged to its device. */
interface HeldMessage {
  readonly client: Client;
  readonly packet: PublishPacket;
}

/** The messages that wait for their acknowledgement. */
export interface Holds {
  /** Takes over a message with QoS 1: delivers it, and acknowledges it to its device once the receiver has acknowledged it. */
  readonly hold: (client: Client, packet: PublishPacket) => void;
  /** Called when the receiver has subscribed: delivers the held messages to it, and from then on each message at once. */
  readonly received: () => void;
}

/** Returns the id under which a message was delivered, or null if the message is not held. */
function idOf(packet: object | undefined): number | null {
  if (packet === undefined || !('brokerId' in packet) || !('brokerCounter' in packet)) return null;
  return packet.brokerId === HELD && typeof packet.brokerCounter === 'number' ? packet.brokerCounter : null;
}

const isResult = (client: Client, { topic }: PublishPacket) => topic === deviceTopic(client.id, 'result');

/**
 * Creates the count of held messages per connection. Beyond the limit, a message is dropped, and the device is disconnected later, so that it sends the message
 * again.
 */
function createQuotas(cutOff: (client: Client) => void) {
  const quotas = new WeakMap<Client, { held: number; hasDropped: boolean }>();
  return {
    enter(client: Client): boolean {
      const quota = quotas.get(client) ?? { held: 0, hasDropped: false };
      quotas.set(client, quota);
      quota.hasDropped ||= quota.held >= MAX_HELD;
      if (!quota.hasDropped) quota.held += 1;
      return !quota.hasDropped;
    },
    leave(client: Client): void {
      const quota = quotas.get(client);
      if (quota === undefined) return;
      quota.held -= 1;
      if (quota.held === 0 && quota.hasDropped) cutOff(client);
    },
  };
}

/**
 * Delays acknowledgements. The broker itself would acknowledge a message before delivering it, and lose it if the server ends in between: here it is delivered
 * first, and acknowledged after the server's commit. `cutOff` ends the connection of a device after one of its messages was dropped. Connections are still read
 * meanwhile, so a device receives a stop even while the database is unavailable.
 */
export function createHolds(broker: Aedes, cutOff: (client: Client) => void): Holds {
  const held = new Map<number, HeldMessage>();
  const [results, others] = [createQuotas(cutOff), createQuotas(cutOff)];
  const quotasOf = (client: Client, packet: PublishPacket) => (isResult(client, packet) ? results : others);
  let counter = 0;
  let hasReceiver = false;
  const deliver = (id: number, { client, packet }: HeldMessage) => {
    const named = { ...packet, dup: false, brokerId: HELD, brokerCounter: id, clientId: client.id };
    broker.publish(named, () => undefined);
  };
  broker.on('ack', (packet) => {
    // A session that has ended or is not persistent has no record of its messages.
    const id = idOf(packet);
    const found = id === null ? undefined : held.get(id);
    if (id === null || found === undefined) return;
    held.delete(id);
    const { client, packet: own } = found;
    if (own.messageId !== undefined && !client.closed && client.conn.writable)
      writeToStream({ cmd: 'puback', messageId: own.messageId }, client.conn);
    quotasOf(client, own).leave(client);
  });
  return {
    hold(client, packet) {
      const message = { client, packet: { ...packet } };
      // The broker continues with this empty message, which is neither acknowledged nor delivered.
      packet.qos = 0;
      packet.topic = DELIVERED;
      if (!quotasOf(client, message.packet).enter(client)) return;
      counter += 1;
      held.set(counter, message);
      if (hasReceiver) deliver(counter, message);
    },
    received() {
      if (hasReceiver) return;
      hasReceiver = true;
      for (const [id, message] of held) deliver(id, message);
    },
  };
}
