import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { subjectOfTopic } from './subjects.ts';

const ACK_MS = 5_000;
const RETRY_MS = 250;

/** A message of a device on its way to the stream. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The same each time that it is sent. */
  readonly id: string;
}

/** Returns the function that puts a message into the stream: it tries until the stream has acknowledged it, or until nobody wants it any more. */
export function createMessageStore(connection: NatsConnection) {
  const stream = jetstream(connection);
  return async ({ topic, payload, id }: OutgoingMessage, isWanted: () => boolean): Promise<boolean> => {
    while (isWanted()) {
      try {
        await stream.publish(subjectOfTopic(topic), payload, { msgID: id, timeout: ACK_MS });
        return true;
      } catch {
        // No leader, no connection, a full disk: all of them end, and the device waits.
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    return false;
  };
}
