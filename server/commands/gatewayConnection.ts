import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { Gateway } from '../platform/broker/startBroker.ts';
import { watchConnection } from '../platform/bus/connectionState.ts';
import { commandChannel } from '../platform/messageStream/subjects.ts';
import { brokerAway, type BrokerConnection } from './brokerConnection.ts';
import { offline } from './commandDependencies.ts';

const HANDOVER_MS = 3_000;

const isUnanswered = (error: unknown) =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());

/**
 * Publishes commands to the gateway that holds the device: its own first, which works without NATS, then by a request that the other one answers. Throws
 * 409 when the device is connected nowhere.
 */
export function openGatewayConnection(gateway: Pick<Gateway, 'deliver' | 'isUp'>, nats: NatsConnection): BrokerConnection {
  const isConnected = watchConnection(nats);
  return {
    isUp: gateway.isUp,
    publish: async (serial, message) => {
      const payload = JSON.stringify(message);
      if (await gateway.deliver(serial, payload)) return;
      // It would be sent after the reconnect, when the command has already failed.
      if (!isConnected()) throw brokerAway();
      try {
        const answer = await nats.request(commandChannel.of(serial), payload, { timeout: HANDOVER_MS });
        if (answer.string() === 'held') return;
      } catch (error) {
        if (!isUnanswered(error)) throw brokerAway();
      }
      throw offline();
    },
    close: () => Promise.resolve(),
  };
}
