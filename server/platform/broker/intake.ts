/** Takes over the messages of devices and passes them to a stream, or to the server that has subscribed. */

import type { Aedes, Client, PublishPacket } from 'aedes';
import type { BrokerFaults } from './brokerFaults.ts';
import { tooMany } from './brokerFaultTexts.ts';
import { createForwards, type StoreMessage } from './forwards.ts';
import { createHolds } from './holds.ts';

/** The functions with which a broker serves as a gateway to a stream. */
export interface GatewayHooks {
  readonly store: StoreMessage;
  readonly onConnected: (serial: string) => void;
  readonly onGone: (serial: string) => void;
  /** Called for each command result of a device, before it is stored. */
  readonly onResult: (serial: string, payload: string) => void;
}

/** A function that takes over a message of a device. */
export type Intake = (client: Client, packet: PublishPacket) => void;

/** Creates the function that takes over the messages of devices, for a stream or for the server that subscribes. */
export function createIntake(
  broker: Aedes,
  isServer: (client: Client | null) => boolean,
  gateway: GatewayHooks | undefined,
  faults: BrokerFaults,
): Intake {
  const cutOff = (client: Client) => faults.closing(client, tooMany(), () => client.close());
  if (gateway === undefined) {
    const holds = createHolds(broker, cutOff);
    broker.on('subscribe', (_, client) => {
      if (isServer(client)) holds.received();
    });
    return (client, packet) => {
      if (packet.qos === 1) holds.hold(client, packet);
    };
  }
  return createForwards(gateway.store, gateway.onResult, cutOff);
}
