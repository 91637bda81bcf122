/** Creates the texts of broker faults: message too long, too many messages, foreign topic, ignored message, refused subscription. */

import type { PublishPacket } from 'aedes';
import { messageLimits } from '#contract/messages/messageLimits';
import type { NoticeCode } from '#contract/fleet/notice';
import { SHOWN_LENGTH, type BrokerFault } from './brokerFaults.ts';

/** Creates a fault of a message on a topic; the text contains the topic, but no secret of the message. */
const messageFault = (
  code: NoticeCode,
  head: string,
  { topic, payload }: Pick<PublishPacket, 'topic' | 'payload'>,
  why: string,
): BrokerFault => ({ code, text: `${head}: ${topic.slice(0, SHOWN_LENGTH)}`, topic, payload, why });

/** Creates the fault of a packet that is too long, which ends the connection. */
export const tooLong = (bytes: number, most: number): BrokerFault => ({
  code: 'too_large',
  text: `The connection was closed: a packet of ${bytes} bytes, the limit is ${most} bytes`,
  topic: '',
  why: `the packet has ${bytes} bytes`,
  limit: `${most} bytes`,
});

/** Creates the fault of too many unacknowledged messages, which end the connection. */
export const tooMany = (): BrokerFault => ({
  code: 'too_many_waiting',
  text: `The connection was closed: more than ${messageLimits.unacknowledged} messages waited for their acknowledgement`,
  topic: '',
  why: 'send what was not acknowledged again, and wait for acknowledgements',
  limit: `${messageLimits.unacknowledged} messages`,
});

/** Creates the fault of a message to a topic of others, which ends the connection. */
export const foreignTopic = (packet: PublishPacket) =>
  messageFault(
    'foreign_topic',
    'The connection was closed after a message to a topic of others',
    packet,
    'a device publishes below its serial',
  );
/** Creates the fault of a message that is ignored: a retained one, or one to an unknown topic. */
export const ignored = (packet: PublishPacket) =>
  packet.retain
    ? messageFault('retained', 'A retained message was ignored', { ...packet }, 'messages are not retained')
    : messageFault('unknown_topic', 'A message to an unknown topic was ignored', { ...packet }, 'nobody reads this topic');

/** Creates the fault of a subscription to a topic that a device may not read. */
export const refusedSubscription = (topic: string): BrokerFault => ({
  code: 'subscription_refused',
  text: `A subscription was refused: ${topic.slice(0, SHOWN_LENGTH)}`,
  topic,
  why: 'a device subscribes to its own commands and notices',
});
