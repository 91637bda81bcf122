import type { NatsConnection } from '@nats-io/transport-node';
import { groupBy } from '../groupBy.ts';
import { subjectPart } from '../messageStream/subjects.ts';
import { inProcessBus, type Bus } from './bus.ts';
import type { BusCodec } from './codec.ts';
import { watchConnection } from './connectionState.ts';

/** The dependencies of a bus on NATS. */
export interface NatsBusOptions<Message> {
  readonly connection: NatsConnection;
  /** First part of the NATS subjects. */
  readonly prefix: string;
  /** Returns the group of a message, which becomes its subject: an instance may subscribe to some groups only. */
  readonly groupOf: (message: Message) => string;
  readonly codec: BusCodec<Message>;
  readonly onError: (error: Error) => void;
  /** Called when messages of other instances arrive again after a lost connection, during which they were missed. */
  readonly onReconnect: () => void;
}

/**
 * Creates the bus of several instances over NATS. Listeners of this instance are called directly, so that they work without NATS. While the connection is lost,
 * no messages are kept for other instances, because their data would be newer than a late message.
 */
export function natsBus<Message>({ connection, prefix, groupOf, codec, onError, onReconnect }: NatsBusOptions<Message>): Bus<Message> {
  const local = inProcessBus<Message>();
  const read = (frame: Uint8Array): readonly Message[] | null => {
    try {
      return codec.decode(frame);
    } catch {
      return null;
    }
  };
  const isConnected = watchConnection(connection, (isUp) => {
    // After the flush, NATS has the subscription, so messages that are sent from now on arrive. If NATS does not respond, the connection is lost again.
    if (isUp) connection.flush().then(onReconnect, () => undefined);
  });
  const subscription = connection.subscribe(`${prefix}.>`);
  const listen = async () => {
    for await (const message of subscription) {
      const received = read(message.data);
      if (received === null) onError(new Error('another instance sends what this one cannot read'));
      else local.publish(received);
    }
  };
  const failed = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  void listen().catch(failed);
  const send = (sent: readonly Message[]) => {
    for (const [group, members] of groupBy(sent, groupOf))
      for (const frame of codec.encode(members)) connection.publish(`${prefix}.${subjectPart(group)}`, frame);
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
