import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StreamMessage, encodeBatch } from './batch.ts';
import { partitionOfTopic, subjectOfPartition } from './subjects.ts';

/** Time after which a message is sent again, in ms, because the leader of the stream may have died with it. The stream recognises the repetition. */
const ACK_MS = 1_000;
const RETRY_MS = 100;
/**
 * Messages of a partition that arrive within this time, in ms, share one message of the stream, because each message of the stream is a write on every replica.
 */
const SHARE_MS = 50;
/** Size from which a batch is sent without further delay, in bytes; the maximum message size of the stream is 1 MB. */
const FULL_BYTES = 200_000;

interface Batch {
  readonly messages: StreamMessage[];
  bytes: number;
  readonly stored: Promise<void>;
  readonly send: () => void;
}

/**
 * Publishes messages to the stream in batches per partition, each retried until it is acknowledged. Two messages of one device are kept in order if the second
 * one is passed after the first one is stored.
 */
export function createMessageStore(connection: NatsConnection): (message: StreamMessage) => Promise<void> {
  const stream = jetstream(connection);
  const open = new Map<number, Batch>();
  const sendUntilStored = async (partition: number, messages: readonly StreamMessage[]) => {
    const [bytes, msgID] = [encodeBatch(messages), randomUUID()];
    for (;;) {
      try {
        await stream.publish(subjectOfPartition(partition), bytes, { msgID, timeout: ACK_MS });
        return;
      } catch {
        // The cause may be a missing leader, a lost connection or a full disk; each of them ends at some time, and the devices wait.
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  const begin = (partition: number): Batch => {
    const messages: StreamMessage[] = [];
    const ending = new AbortController();
    const send = () => {
      open.delete(partition);
      ending.abort();
    };
    const waiting = sleep(SHARE_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    const stored = waiting.then(() => {
      if (!ending.signal.aborted) open.delete(partition);
      return sendUntilStored(partition, messages);
    });
    const batch = { messages, bytes: 0, stored, send };
    open.set(partition, batch);
    return batch;
  };
  return (message) => {
    const partition = partitionOfTopic(message.topic);
    const batch = open.get(partition) ?? begin(partition);
    batch.messages.push(message);
    batch.bytes += message.payload.length;
    if (batch.bytes > FULL_BYTES) batch.send();
    return batch.stored;
  };
}
