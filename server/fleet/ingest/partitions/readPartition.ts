import { jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '../../../platform/messageStream/messageStream.ts';
import { subjectOfPartition } from '../../../platform/messageStream/subjects.ts';

/** Timeout of a request, in ms: the node that received it may have died. */
const ANSWER_MS = 500;
const RETRY_MS = 100;
/** Interval at which a missing next message is requested again, in ms. */
const EMPTY_MS = 50;
/** Number of answers without a message after which the end of the stream is checked: about every second. */
const CHECK_EVERY = 20;

interface ReadParts {
  readonly connection: NatsConnection;
  readonly partition: number;
  /** Number of the last message that was read before. */
  readonly after: number;
  /** Handles one message, with the time of its receipt, ms since epoch; the next one is requested when it resolves. */
  readonly onMessage: (message: StoredMsg, receivedAt: number) => Promise<void>;
  /** Called when the stream has lost messages that were read, since their numbers will be assigned again. Reading stops. */
  readonly onShorter: () => void;
  /** The clock of this server, in ms since epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * Reads the stream of one partition in order, one message after another, from any node that has it. It uses no consumer, because a consumer could be
 * lost with its node, and a new one can only be created while the cluster has a leader. A message has the time of the node that was the leader of the
 * stream, whose clock may be wrong, so it is limited: it is not before the partition was last found empty, and not after now. Returns the stop
 * function.
 */
export function readPartition({ connection, partition, after, onMessage, onShorter, now, log }: ReadParts): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  const subject = subjectOfPartition(partition);
  let last = after;
  let emptyAt = Number.NEGATIVE_INFINITY;
  const receivedAtOf = ({ time }: StoredMsg) => Math.min(Math.max(time.getTime(), emptyAt), now());
  /** Reads until an answer is missing, or until the leader of the stream reports that messages that were read are lost. */
  const readOn = async () => {
    const { streams, direct } = await jetstreamManager(connection, { timeout: ANSWER_MS, checkAPI: false });
    for (let empty = 0; !signal.aborted; empty += 1) {
      if (empty % CHECK_EVERY === 0 && (await streams.info(STREAM)).state.last_seq < last) return;
      let askedAt = now();
      let message = await direct.getMessage(STREAM, { seq: last + 1, next_by_subj: subject });
      while (message !== null && !signal.aborted) {
        await onMessage(message, receivedAtOf(message));
        last = message.seq;
        askedAt = now();
        message = await direct.getMessage(STREAM, { seq: last + 1, next_by_subj: subject });
      }
      emptyAt = askedAt;
      await pause(EMPTY_MS);
    }
  };
  const keepReading = async () => {
    while (!signal.aborted) {
      try {
        await readOn();
        if (signal.aborted) return;
        log.error({ partition }, 'the stream of messages has lost its end');
        ending.abort();
        onShorter();
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error, partition }, 'the next message of the partition is asked for again');
        await pause(RETRY_MS);
      }
    }
  };
  void keepReading();
  return () => ending.abort();
}
