import { AckPolicy, type Consumer, DeliverPolicy, jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '../../../platform/messageStream/messageStream.ts';
import { subjectOfPartition } from '../../../platform/messageStream/subjects.ts';

/** Messages asked for at once. */
const BATCH = 500;
/** How long the stream may take to have that many, in ms. */
const FETCH_MS = 1_000;
/** Time limit of a question about a consumer: the node that has it may have died. In ms. */
const ANSWER_MS = 1_500;
const RETRY_MS = 250;
/** The stream forgets a consumer that nobody reads for this long, in ms. */
const FORGET_MS = 15_000;

interface ReadParts {
  readonly connection: NatsConnection;
  readonly partition: number;
  /** Number of the last message that was read before. */
  readonly after: number;
  /** Takes one message; the next one is given when it resolves. */
  readonly onMessage: (message: JsMsg) => Promise<void>;
  /** Called when the stream has lost messages that were read: their numbers are given again. The reading stops. */
  readonly onShorter: () => void;
  readonly log: Logger;
}

/** Returns whether the stream has lost messages that were read, as its leader knows. */
async function isShorter({ connection }: ReadParts, last: number): Promise<boolean> {
  const manager = await jetstreamManager(connection, { timeout: ANSWER_MS, checkAPI: false });
  return (await manager.streams.info(STREAM)).state.last_seq < last;
}

/** Makes a consumer in the memory of one node that gives the messages after `last`. It knows nothing that must survive. */
async function createConsumer({ connection, partition }: ReadParts, last: number): Promise<Consumer> {
  const manager = await jetstreamManager(connection, { timeout: ANSWER_MS, checkAPI: false });
  const info = await manager.consumers.add(STREAM, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: last + 1,
    filter_subject: subjectOfPartition(partition),
    inactive_threshold: nanos(FORGET_MS),
    mem_storage: true,
    num_replicas: 1,
  });
  return jetstream(connection, { timeout: ANSWER_MS }).consumers.getConsumerFromInfo(info);
}

/**
 * Reads a partition of the stream in order and without acknowledgements. A consumer that is lost with its node, or of which a message is missing, is replaced
 * by one that begins after the last message read. Returns the stop function.
 */
export function readPartition(parts: ReadParts): () => void {
  const { partition, after, onMessage, log } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  let last = after;
  /** Reads until the consumer is lost. */
  const readOn = async (consumer: Consumer) => {
    let delivered = 0;
    while (!signal.aborted) {
      const before = delivered;
      const messages = await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS });
      // After a lost connection it may never end. What is dropped then is noticed as missing.
      const timer = setTimeout(() => messages.stop(), FETCH_MS + ANSWER_MS);
      for await (const message of messages) {
        if (signal.aborted || message.info.deliverySequence !== delivered + 1) return;
        delivered += 1;
        // A replica that is behind begins earlier.
        if (message.seq <= last) continue;
        await onMessage(message);
        last = message.seq;
      }
      clearTimeout(timer);
      // Nothing came: because there is nothing?
      if (delivered === before && (await consumer.info()).num_pending > 0) return;
    }
  };
  const keepReading = async () => {
    while (!signal.aborted) {
      try {
        if (await isShorter(parts, last)) {
          log.error({ partition }, 'the stream of messages has lost its end');
          ending.abort();
          parts.onShorter();
          return;
        }
        const consumer = await createConsumer(parts, last);
        await readOn(consumer);
        await consumer.delete();
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error, partition }, 'the partition is read by another consumer');
      }
      if (!signal.aborted) await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  void keepReading();
  return () => ending.abort();
}
