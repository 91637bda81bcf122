import type { Aedes, Client, PublishPacket } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { messageLimits } from '#contract/messages/messageLimits';

/** Who published a held message, in the broker's record of what it delivers. */
const HELD = 'held';
/** The topic of a message that is delivered another way: nobody can subscribe to it. */
export const DELIVERED = '$delivered';
/**
 * Messages of one device that wait for their acknowledgement: some minutes without a database. As many command results may wait beside them, so that a
 * device whose reports wait still says that it has stopped.
 */
export const MAX_HELD = messageLimits.unacknowledged;

/** A message that is delivered but not acknowledged to its device. */
interface HeldMessage {
  readonly client: Client;
  readonly packet: PublishPacket;
}

/** The messages that wait for their acknowledgement. */
export interface Holds {
  /** Takes over a message with QoS 1: delivers it, and acknowledges it to its device when its receiver has acknowledged it. */
  readonly hold: (client: Client, packet: PublishPacket) => void;
  /** Notes that somebody receives the messages, who then gets those that are held already. */
  readonly received: () => void;
}

/** Returns the id under which a message was delivered, or null when it is not a held one. */
function idOf(packet: object | undefined): number | null {
  if (packet === undefined || !('brokerId' in packet) || !('brokerCounter' in packet)) return null;
  return packet.brokerId === HELD && typeof packet.brokerCounter === 'number' ? packet.brokerCounter : null;
}

const isResult = (client: Client, { topic }: PublishPacket) => topic === deviceTopic(client.id, 'result');

/** Counts the held messages per connection. Beyond the limit one is dropped; the device is disconnected later, so that it sends it again. */
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
 * Holds acknowledgements back. The broker itself would acknowledge a message and then deliver it, so that it is lost when the server ends in between: here
 * it is delivered first, and acknowledged after the server's commit. `cutOff` ends the connection of a device of which a message was dropped. Meanwhile the connection is read on: a device without a database still gets its stop.
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
    // A session that ended has no record of its messages; neither has one that is not persistent.
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
      // What the broker goes on with: nothing that it would acknowledge or deliver.
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
