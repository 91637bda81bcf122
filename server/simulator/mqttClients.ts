/** One MQTT connection per robot, which publishes its messages and receives its commands. */

import { connect, type MqttClient } from 'mqtt';
import { deviceTopic } from '#contract/messages/deviceMessage';
import type { RobotMessage } from './simulation/robotMessage.ts';

/** The dependencies of the connections: broker URL, credentials per robot, and the log. */
export interface LinkParts {
  readonly mqttUrl: string;
  readonly credentials: (serial: string) => { username: string; password: string };
  readonly log: { readonly info: (text: string) => void; readonly warn: (text: string) => void };
}

/** The MQTT connections: one per robot, because a robot may publish only under its own serial. */
export interface Links {
  /** Opens missing connections, at most `CONNECTIONS_AT_ONCE` per call, and closes those not in `serials`. */
  readonly setWanted: (serials: ReadonlySet<string>) => void;
  /** Returns the connections opened (true) or lost (false) since the last call. */
  readonly changes: () => ReadonlyMap<string, boolean>;
  /** Publishes a message and waits for the broker's acknowledgement; false if there is no connection. */
  readonly publish: (message: RobotMessage) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Maximum number of new connections per call, so that thousands do not connect at the same moment. */
const CONNECTIONS_AT_ONCE = 250;
const RECONNECT_MS = 1_000;

/** Creates the record of the simulated robots' connections, by serial, and of the changes since the last call of `changes`. */
function createClients({ mqttUrl, credentials, log }: LinkParts, onCommand: (serial: string, body: string) => void) {
  const clients = new Map<string, MqttClient>();
  let changed = new Map<string, boolean>();
  let isComplaining = false;
  const open = (serial: string) => {
    const client = connect(mqttUrl, {
      ...credentials(serial),
      clientId: serial,
      protocolVersion: 4,
      clean: true,
      // The delay is randomised, so that not all clients reconnect to a restarted broker in the same millisecond.
      reconnectPeriod: RECONNECT_MS + (clients.size % 20) * 50,
      reconnectOnConnackError: true,
      resubscribe: false,
    });
    client.on('connect', () => {
      isComplaining = false;
      // A robot is connected once it has subscribed: a command must not be sent to a robot that publishes but cannot receive.
      client.subscribe(deviceTopic(serial, 'command'), { qos: 1 }, (error) => {
        if (clients.get(serial) !== client || !client.connected) return;
        if (error === null) changed.set(serial, true);
        else log.warn(`simulated robot ${serial} may not receive its commands: ${error.message}`);
      });
    });
    client.on('message', (_, body) => onCommand(serial, body.toString()));
    client.on('close', () => {
      if (clients.get(serial) === client) changed.set(serial, false);
    });
    client.on('error', (error) => {
      // All clients share one broker, so only one warning is logged until a client connects again.
      if (!isComplaining) log.warn(`simulated robots cannot reach the broker: ${error.message || error.name}`);
      isComplaining = true;
    });
    clients.set(serial, client);
  };
  const end = (serial: string, client: MqttClient) => {
    clients.delete(serial);
    changed.set(serial, false);
    client.end();
  };
  const changes = () => {
    const since = changed;
    changed = new Map();
    return since;
  };
  return { clients, open, end, changes };
}

/** Creates the connections; `setWanted` opens them. A lost connection reconnects while it is wanted. `onCommand` receives command payloads. */
export function openLinks(parts: LinkParts, onCommand: (serial: string, body: string) => void): Links {
  const { clients, open, end, changes } = createClients(parts, onCommand);
  return {
    setWanted(serials) {
      for (const [serial, client] of clients) if (!serials.has(serial)) end(serial, client);
      const missing = [...serials].filter((serial) => !clients.has(serial));
      for (const serial of missing.slice(0, CONNECTIONS_AT_ONCE)) open(serial);
    },
    changes,
    async publish({ serial, kind, body }) {
      const client = clients.get(serial);
      if (client === undefined || !client.connected) return false;
      return client.publishAsync(deviceTopic(serial, kind), JSON.stringify(body), { qos: 1 }).then(
        () => true,
        () => false, // The connection was lost while sending; the robot sends everything again after it reconnects.
      );
    },
    async close() {
      const all = [...clients.values()];
      clients.clear();
      await Promise.all(all.map((client) => client.endAsync(true).catch(() => undefined)));
    },
  };
}
