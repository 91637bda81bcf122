import { setTimeout as sleep } from 'node:timers/promises';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import type { CommandMessage } from '#contract/messages/deviceMessage';
import type { Gateway } from '../platform/broker/startBroker.ts';
import { watchConnection } from '../platform/bus/connectionState.ts';
import { commandChannel } from '../platform/messageStream/subjects.ts';
import { brokerAway, type BrokerConnection } from './brokerConnection.ts';
import { offline } from './commandDependencies.ts';

/** Maximum duration of a handover, in ms: the time within which a dead server is noticed and its devices are connected to another gateway. */
const HANDOVER_MS = 5_000;
const RETRY_MS = 100;
/** Time limit for the response of a gateway, in ms: after that, the gateway may have died with the request, and the device is looked up again. */
const ANSWER_MS = 1_000;

const isUnanswered = (error: unknown) =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());

/**
 * Outcome of a request to the gateways: one holds the device; one is about to hold it or has just lost it; none holds it; or the requested gateway does not
 * respond.
 */
type Delivery = 'held' | 'passing' | 'nowhere' | 'silent';

/** Sends a command to the gateways by NATS. Throws 503 when NATS is unavailable. */
async function publishToAny(nats: NatsConnection, serial: string, payload: string): Promise<Delivery> {
  try {
    const answer = await nats.request(commandChannel.of(serial), payload, { timeout: ANSWER_MS });
    return answer.string() === 'held' ? 'held' : 'passing';
  } catch (error) {
    if (isUnanswered(error)) return 'nowhere';
    if (error instanceof errors.TimeoutError) return 'silent';
    throw brokerAway();
  }
}

/**
 * Opens the connection that publishes commands to the MQTT gateway that holds the device, here or at another server (`NATS_URL`). It tries its own gateway
 * first, which works without NATS, then sends a request to the other gateways. A device that is not connected may be moving to another gateway, so it is looked
 * up again until `HANDOVER_MS` have passed; then 409 is thrown, or 503 if a gateway did not respond. A device whose reports do not arrive is looked up again
 * only while a gateway has its connection. A device that gets a command twice executes it once, by its id.
 */
export function openGatewayConnection(
  gateway: Pick<Gateway, 'deliver' | 'isUp'>,
  nats: NatsConnection,
  elapsed: () => number,
): BrokerConnection {
  const isConnected = watchConnection(nats);
  const deliver = async (serial: string, message: CommandMessage, isAwaited: (delivery: Delivery) => boolean): Promise<boolean> => {
    const payload = JSON.stringify(message);
    const until = elapsed() + HANDOVER_MS;
    while (!(await gateway.deliver(serial, payload))) {
      // The client would send the message after the reconnect, when the command has already failed.
      if (!isConnected()) throw brokerAway();
      const delivery = await publishToAny(nats, serial, payload);
      if (delivery === 'held') return true;
      if (!isAwaited(delivery)) return false;
      if (elapsed() >= until && delivery === 'silent') throw brokerAway();
      if (elapsed() >= until) return false;
      await sleep(RETRY_MS);
    }
    return true;
  };
  return {
    isUp: gateway.isUp,
    publish: async (serial, message) => {
      if (!(await deliver(serial, message, () => true))) throw offline();
    },
    tryPublish: (serial, message) => deliver(serial, message, (delivery) => delivery !== 'nowhere'),
    close: () => Promise.resolve(),
  };
}
