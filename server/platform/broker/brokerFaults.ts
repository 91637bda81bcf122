/** Reports why the broker ignores a message or ends a connection: as a device event, and as a notice to the device. */

import { Buffer } from 'node:buffer';
import type { Aedes, Client, PublishPacket } from 'aedes';
import { generate } from 'mqtt-packet';
import { deviceTopic, type LogMessage } from '#contract/messages/deviceMessage';
import type { NoticeCode, NoticeMessage } from '#contract/fleet/notice';
import { redact } from '#domain/text/redact';
import { createRepeatLimit } from '../limits/repeatLimit.ts';
import type { SetTimer } from '../timers.ts';

/** Limits of device events: the same fault once an hour, another one after 10 s. Notices are more frequent, because they are for people next to the robot. */
const EVENTS = { sameAgainMs: 3_600_000, rate: { perSecond: 0.1, burst: 1 } } as const;
const NOTICES = { sameAgainMs: 10_000, rate: { perSecond: 5, burst: 5 } } as const;
/** Maximum number of characters that are shown of a topic and of a message. */
export const SHOWN_LENGTH = 200;
/** A device with more unread bytes than this gets no notices, because other messages, such as a stop, must not wait behind them. */
const MAX_WAITING_BYTES = 16_384;
/** Time in which a device can read the reason before it is disconnected, in ms. */
const LAST_WORDS_MS = 500;

/** A fault in the traffic of a device that makes the broker ignore a message or end the connection. */
export interface BrokerFault {
  readonly code: NoticeCode;
  /** The reason in words, for people and for the log of the robot. */
  readonly text: string;
  readonly topic: string;
  readonly why: string;
  readonly limit?: string;
  readonly payload?: PublishPacket['payload'];
  readonly closes?: boolean;
}

/** The reports of ignored messages and ended connections, to people and to the device. */
export interface BrokerFaults {
  readonly report: (client: Client, fault: BrokerFault) => void;
  /** Reports why a connection is closed, and calls `close` once the device has received the reason, or has had time to read it. */
  readonly closing: (client: Client, fault: BrokerFault, close: () => void) => void;
  /** Returns whether a packet is a notice for a device with too many unread bytes. */
  readonly isInTheWay: (client: Client, topic: string) => boolean;
}

function eventOf({ text, topic, payload, limit }: BrokerFault, at: number, since: number): LogMessage {
  const shown = payload === undefined ? {} : { payload: redact(Buffer.from(payload).toString('utf8'), SHOWN_LENGTH) };
  return {
    kind: 'event',
    time: new Date(at).toISOString(),
    level: 'warning',
    message: text,
    data: {
      topic: topic.slice(0, SHOWN_LENGTH),
      ...shown,
      ...(limit === undefined ? {} : { limit }),
      ...(since === 0 ? {} : { more_since_the_last: since }),
    },
  };
}

const noticeOf = ({ code, text, topic, why, limit, closes = false }: BrokerFault, at: number, held: number): NoticeMessage => ({
  time: new Date(at).toISOString(),
  code,
  text,
  topic: topic.slice(0, SHOWN_LENGTH),
  message: {},
  fields: [{ field: 'the message', why, ...(limit === undefined ? {} : { limit }) }],
  fields_in_all: 1,
  is_dropped: true,
  closes_connection: closes,
  more_since_the_last: held,
});

/**
 * Creates the reports of the broker. A device event is a log message in the name of the device, which `publishLog` passes on as if the device had sent it; a
 * notice is written to the device at once, if it has subscribed to notices.
 */
export function createBrokerFaults(
  broker: Aedes,
  publishLog: (topic: string, payload: Buffer) => void,
  now: () => number,
  after: SetTimer,
  onClosing: (client: Client, reason: string) => void,
): BrokerFaults {
  const [events, notices] = [createRepeatLimit(EVENTS), createRepeatLimit(NOTICES)];
  const listening = new WeakSet<Client>();
  broker.on('subscribe', (subscriptions, client) => {
    const isNotice = ({ topic, qos }: { readonly topic: string; readonly qos: number }) =>
      topic === deviceTopic(client.id, 'notice') && qos <= 2;
    if (subscriptions.some(isNotice)) listening.add(client);
  });
  const ending = new WeakSet<Client>();
  const isFull = (client: Client) => client.conn.writableLength > MAX_WAITING_BYTES;
  const write = (client: Client, notice: NoticeMessage, done: () => void) => {
    const topic = deviceTopic(client.id, 'notice');
    const packet = { cmd: 'publish' as const, topic, payload: JSON.stringify(notice), qos: 0 as const, retain: false, dup: false };
    client.conn.write(generate(packet), done);
  };
  const mayWrite = (client: Client) => listening.has(client) && !client.closed && client.conn.writable && !isFull(client);
  const recordEvent = (client: Client, fault: BrokerFault) => {
    const since = events(client.id, fault.code, now());
    if (since === null) return;
    publishLog(deviceTopic(client.id, 'log'), Buffer.from(JSON.stringify(eventOf(fault, now(), since))));
  };
  return {
    isInTheWay: (client, topic) => topic === deviceTopic(client.id, 'notice') && isFull(client),
    report: (client, fault) => {
      recordEvent(client, fault);
      const held = notices(client.id, `${fault.code} ${fault.topic}`, now());
      if (held !== null && mayWrite(client)) write(client, noticeOf(fault, now(), held), () => undefined);
    },
    closing: (client, fault, close) => {
      if (ending.has(client)) return undefined;
      ending.add(client);
      onClosing(client, fault.text);
      recordEvent(client, fault);
      if (!mayWrite(client)) return close();
      let isOver = false;
      const end = () => {
        if (!isOver) close();
        isOver = true;
      };
      // If the connection were closed at once, the written bytes could be lost together with the bytes that the device still sends.
      client.conn.once('close', end);
      after(LAST_WORDS_MS, end);
      return write(client, noticeOf({ ...fault, closes: true }, now(), 0), () => client.conn.end());
    },
  };
}
