import { DeliverPolicy, jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '../../../platform/messageStream/messageStream.ts';
import { subjectsOfPartition } from '../../../platform/messageStream/subjects.ts';

/** Messages asked for at once. */
const BATCH = 500;
const RETRY_MS = 500;

interface ReadParts {
  readonly connection: NatsConnection;
  readonly partition: number;
  /** Number of the last message that was read before. */
  readonly after: number;
  /** Takes one message; the next one is given when it resolves. */
  readonly onMessage: (message: JsMsg) => Promise<void>;
  readonly log: Logger;
}

/** Reads a partition of the stream in order and without acknowledgements, and goes on after a lost connection. Returns the stop function. */
export function readPartition({ connection, partition, after, onMessage, log }: ReadParts): () => void {
  let last = after;
  const ending = new AbortController();
  const { signal } = ending;
  const readOn = async () => {
    const stream = jetstream(connection);
    const consumer = await stream.consumers.get(STREAM, {
      filter_subjects: subjectsOfPartition(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: last + 1,
    });
    const messages = await consumer.consume({ max_messages: BATCH });
    const stop = () => messages.stop();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    for await (const message of messages) {
      if (signal.aborted) return;
      // An ordered consumer begins again after a lost connection.
      if (message.seq <= last) continue;
      await onMessage(message);
      last = message.seq;
    }
  };
  const keepReading = async () => {
    while (!signal.aborted) {
      try {
        await readOn();
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, partition }, 'the stream of messages cannot be read');
      }
      if (!signal.aborted) await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  void keepReading();
  return () => ending.abort();
}

/** Removes the messages of a partition up to a position: they are in the database. */
export async function purgePartition(connection: NatsConnection, partition: number, position: number): Promise<void> {
  const manager = await jetstreamManager(connection);
  await manager.streams.purge(STREAM, { filter: subjectsOfPartition(partition), seq: position + 1 });
}
