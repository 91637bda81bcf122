import type { NatsConnection } from '@nats-io/transport-node';
import { z } from '#contract/schema';
import { groupBy } from '../groupBy.ts';
import { subjectPart } from '../messageStream/subjects.ts';
import { inProcessBus, type Bus } from './bus.ts';
import { watchConnection } from './connectionState.ts';

/** Maximum size of a NATS message in bytes, below the server's default limit of 1 MiB. */
const MAX_BYTES = 512_000;

/** What a bus on NATS needs. */
export interface NatsBusOptions<Message> {
  readonly connection: NatsConnection;
  /** First part of the subjects. */
  readonly prefix: string;
  /** Returns the group of a message, which becomes its subject: an instance may subscribe to some groups only. */
  readonly groupOf: (message: Message) => string;
  readonly schema: z.ZodMiniType<Message>;
  readonly onError: (error: Error) => void;
  /** Called after a lost connection, during which messages of other instances were missed. */
  readonly onReconnect: () => void;
}

/** Splits texts into arrays of at most `MAX_BYTES`; a longer one stands alone. */
function* framesOf(texts: readonly string[]): Generator<string> {
  let frame: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1;
    if (frame.length > 0 && bytes + size > MAX_BYTES) {
      yield `[${frame.join(',')}]`;
      [frame, bytes] = [[], 0];
    }
    frame.push(text);
    bytes += size;
  }
  if (frame.length > 0) yield `[${frame.join(',')}]`;
}

/**
 * Creates a bus for several instances on a NATS connection with `noEcho`. Listeners of this instance are called directly, so that they work without NATS.
 * While the connection is lost nothing is kept for others: what they show then is newer than what would arrive late.
 */
export function natsBus<Message>({ connection, prefix, groupOf, schema, onError, onReconnect }: NatsBusOptions<Message>): Bus<Message> {
  const local = inProcessBus<Message>();
  const messages = z.array(schema);
  const read = (text: string): readonly Message[] | null => {
    try {
      return messages.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };
  const isConnected = watchConnection(connection, onReconnect);
  const subscription = connection.subscribe(`${prefix}.>`);
  const listen = async () => {
    for await (const message of subscription) {
      const received = read(message.string());
      if (received === null) onError(new Error('another instance sends what this one cannot read'));
      else local.publish(received);
    }
  };
  const failed = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  void listen().catch(failed);
  const send = (sent: readonly Message[]) => {
    for (const [group, members] of groupBy(sent, groupOf))
      for (const frame of framesOf(members.map((one) => JSON.stringify(one)))) connection.publish(`${prefix}.${subjectPart(group)}`, frame);
  };
  return {
    ...local,
    publish: (sent) => {
      local.publish(sent);
      if (!isConnected()) return;
      try {
        send(sent);
      } catch (error) {
        failed(error);
      }
    },
    close: async () => {
      await subscription.drain().catch(() => undefined);
    },
  };
}
