/** The connection of the broker process to NATS when it is a gateway: messages go to the stream, commands arrive from other servers. */

import type { Subscription } from '@nats-io/transport-node';
import { openNats } from '../bus/openNats.ts';
import { commandChannel, connectionChannel, noticeChannel, resultChannel } from '../messageStream/subjects.ts';
import { createMessageStore } from '../messageStream/storeMessages.ts';
import type { StoreMessage } from './forwards.ts';

/** Handlers of the requests of other instances to a gateway. */
interface GatewayHandlers {
  /** Passes a command to a connected device; resolves with false when it is not connected here. */
  readonly deliver: (serial: string, payload: Uint8Array) => Promise<boolean>;
  /** Ends the connection of a device that has connected to another gateway. */
  readonly disconnect: (serial: string) => void;
  /** Sends a notice to a device, if it is connected here. */
  readonly notify: (serial: string, payload: Uint8Array) => void;
}

/** The connection of a gateway to NATS. */
export interface GatewayLink {
  readonly store: StoreMessage;
  /** Accepts the commands of a device from now on, and ends its connections to other gateways. */
  readonly connected: (serial: string) => void;
  readonly remove: (serial: string) => void;
  /** Ends the connections of a device to other gateways. */
  readonly disconnectElsewhere: (serial: string) => void;
  /** Publishes a command result to all instances, one of which may be waiting for it. */
  readonly showResult: (serial: string, payload: string) => void;
}

/**
 * Connects a gateway to NATS, and retries until NATS responds. Meanwhile, messages of devices wait, and commands of the same instance reach its devices. Each
 * connected device has a subscription to its commands, so a request without a responder means that the device is not connected.
 */
export function openGatewayLink(urls: string, name: string, { deliver, disconnect, notify }: GatewayHandlers): GatewayLink {
  const opening = openNats(urls, name, { isPatient: true });
  const subscriptions = new Map<string, Subscription>();
  const storing = opening.then(createMessageStore);
  void opening.then((connection) => {
    connection.subscribe(connectionChannel.all, {
      callback: (error, message) => {
        if (error === null) disconnect(connectionChannel.serialOf(message.subject));
      },
    });
  });
  void opening.then((connection) => {
    connection.subscribe(noticeChannel.all, {
      callback: (error, message) => {
        if (error === null) notify(noticeChannel.serialOf(message.subject), message.data);
      },
    });
  });
  const publish = (subject: string, payload = '') =>
    void opening.then((connection) => {
      if (!connection.isClosed()) connection.publish(subject, payload);
    });
  return {
    store: async (message) => (await storing)(message),
    connected: (serial) => {
      publish(connectionChannel.of(serial));
      void opening.then((connection) => {
        subscriptions.get(serial)?.unsubscribe();
        const answer = connection.subscribe(commandChannel.of(serial), {
          callback: (error, message) => {
            if (error !== null) return;
            void deliver(serial, message.data).then((isHeld) => message.respond(isHeld ? 'held' : 'gone'));
          },
        });
        subscriptions.set(serial, answer);
      });
    },
    remove: (serial) =>
      void opening.then(() => {
        // Requests that have arrived are still answered; otherwise their senders would wait until the timeout.
        void subscriptions.get(serial)?.drain();
        subscriptions.delete(serial);
      }),
    disconnectElsewhere: (serial) => publish(connectionChannel.of(serial)),
    showResult: (serial, payload) => publish(resultChannel.of(serial), payload),
  };
}
