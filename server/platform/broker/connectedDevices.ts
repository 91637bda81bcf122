/** Tracks which devices are connected to the broker, and sends messages to them. */

import { Buffer } from 'node:buffer';
import type { Aedes, Client } from 'aedes';
import { deviceTopic } from '#contract/messages/deviceMessage';
import type { SetTimer } from '../timers.ts';
import type { Clients } from './clientAccess.ts';
import type { ConnectionReasons, OnConnection } from './connectionReasons.ts';
import type { Entrance } from './entrance.ts';
import type { GatewayHooks } from './intake.ts';
import type { WantedCommands } from './wantedCommands.ts';

/**
 * Time after which the broker itself subscribes a device to its commands if the device has not done so, in ms from its connection: a client library may first
 * resend all unacknowledged messages, one after another, and a stop would not arrive in the meantime.
 */
const SUBSCRIBES_WITHIN_MS = 250;

/** The devices that are connected to a broker. */
export interface ConnectedDevices {
  /** Returns whether this is the current connection of its account. */
  readonly isPresent: (client: Client) => boolean;
  /** Ends the connection of a device. */
  readonly disconnect: (serial: string) => void;
  /** Sends a notice to a device that is connected and has subscribed to notices; the notice is dropped if too many bytes are unread. */
  readonly notify: (serial: string, payload: Uint8Array) => void;
  /** Passes a command to a connected device; resolves with false when it is not connected, or has not subscribed to its commands yet. */
  readonly deliver: (serial: string, payload: Uint8Array) => Promise<boolean>;
}

interface DeviceParts {
  readonly clients: Clients;
  readonly entrance: Entrance;
  readonly reasons: ConnectionReasons;
  readonly wanted: WantedCommands;
  readonly gateway: GatewayHooks | undefined;
  readonly onConnection: OnConnection;
  readonly after: SetTimer;
}

function subscribeToCommands(client: Client): void {
  // If the device has subscribed itself, the subscription has no effect.
  if (!client.closed) client.subscribe({ topic: deviceTopic(client.id, 'command'), qos: 1 }, () => undefined);
}

/** Keeps `devices`, by client id, up to date as clients connect and disconnect. */
function followClients(broker: Aedes, devices: Map<string, Client>, parts: Omit<DeviceParts, 'wanted'>): void {
  const { clients, entrance, reasons, gateway, onConnection, after } = parts;
  broker.on('clientReady', (client) => {
    entrance.leave(clients.accountOf(client), client);
    if (entrance.isCut(client)) return client.close();
    const isDevice = !clients.isServer(client);
    if (devices.has(client.id) && isDevice) onConnection(client.id, 'disconnected', 'another client came with this serial');
    devices.set(client.id, client);
    if (isDevice) {
      onConnection(client.id, 'connected', null);
      after(SUBSCRIBES_WITHIN_MS, () => subscribeToCommands(client));
    }
    gateway?.onConnected(client.id);
  });
  broker.on('clientDisconnect', (client) => {
    if (devices.get(client.id) !== client) return;
    devices.delete(client.id);
    onConnection(client.id, 'disconnected', reasons.of(client));
    gateway?.onGone(client.id);
  });
}

/** Creates the record of connected devices, which also sends messages to them. */
export function watchDevices(broker: Aedes, parts: DeviceParts): ConnectedDevices {
  const { clients, entrance, reasons, wanted } = parts;
  const devices = new Map<string, Client>();
  const listening = new WeakSet<Client>();
  broker.on('subscribe', (_, client) => void listening.add(client));
  followClients(broker, devices, parts);
  return {
    isPresent: (client) => devices.get(clients.accountOf(client)) === client,
    disconnect: (serial) => {
      entrance.cut(serial);
      const client = devices.get(serial);
      if (client === undefined) return;
      reasons.note(client, 'ended by the server: its token, its credentials or its deployment ended');
      client.close();
    },
    notify: (serial, payload) => {
      const packet = { cmd: 'publish' as const, topic: deviceTopic(serial, 'notice'), payload: Buffer.from(payload) };
      if (devices.has(serial)) broker.publish({ ...packet, qos: 0, retain: false, dup: false }, () => undefined);
    },
    deliver: (serial, payload) => {
      const topic = deviceTopic(serial, 'command');
      wanted.note(Buffer.from(payload));
      const packet = { cmd: 'publish' as const, topic, payload: Buffer.from(payload), qos: 1 as const, retain: false, dup: false };
      const client = devices.get(serial);
      // A device with a resumed session still has its subscription.
      const isHere = client?.closed === false && (listening.has(client) || !client.clean);
      return isHere ? new Promise((resolve) => broker.publish(packet, (error) => resolve(error == null))) : Promise.resolve(false);
    },
  };
}
