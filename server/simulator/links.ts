import { connect, type MqttClient } from 'mqtt';
import { deviceTopic } from '#contract/deviceMessage';
import type { RobotMessage } from './world/message.ts';

/** What the connections need: the broker's address, the credentials of each robot, and the log. */
export interface LinkParts {
  readonly mqttUrl: string;
  readonly credentials: (serial: string) => { username: string; password: string };
  readonly log: { readonly info: (text: string) => void; readonly warn: (text: string) => void };
}

/** The connections of the robots: one each, since a robot may publish under its own serial only. */
export interface Links {
  /** Opens what is missing, at most so many at once, and closes what is no longer wanted. */
  readonly want: (serials: ReadonlySet<string>) => void;
  /** Links that came or went since the last call. */
  readonly changes: () => ReadonlyMap<string, boolean>;
  /** Sends a message and waits until the broker has it; false when there is no connection. */
  readonly publish: (message: RobotMessage) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** New connections of one call, so that thousands do not knock at the same moment. */
const CONNECTIONS_AT_ONCE = 250;
const RECONNECT_MS = 1_000;

/** Opens no connection by itself; `want` does. A connection that is lost comes back by itself while it is wanted. `onCommand` gets the commands. */
export function openLinks({ mqttUrl, credentials, log }: LinkParts, onCommand: (serial: string, body: string) => void): Links {
  const clients = new Map<string, MqttClient>();
  let changed = new Map<string, boolean>();
  let isComplaining = false;

  const open = (serial: string) => {
    const client = connect(mqttUrl, {
      ...credentials(serial),
      clientId: serial,
      protocolVersion: 4,
      clean: true,
      // Spread, so that a broker that comes back is not met by everybody in one millisecond.
      reconnectPeriod: RECONNECT_MS + (clients.size % 20) * 50,
      reconnectOnConnackError: true,
      resubscribe: false,
    });
    client.on('connect', () => {
      isComplaining = false;
      // It counts as connected once it is subscribed: a command must not go to a robot that publishes but cannot receive.
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
      // Everybody meets the same broker: one complaint until somebody is let in again.
      if (!isComplaining) log.warn(`simulated robots cannot reach the broker: ${error.message || error.name}`);
      isComplaining = true;
    });
    clients.set(serial, client);
  };

  return {
    want(serials) {
      for (const [serial, client] of clients) {
        if (serials.has(serial)) continue;
        clients.delete(serial);
        changed.set(serial, false);
        client.end();
      }
      const missing = [...serials].filter((serial) => !clients.has(serial));
      for (const serial of missing.slice(0, CONNECTIONS_AT_ONCE)) open(serial);
    },
    changes() {
      const since = changed;
      changed = new Map();
      return since;
    },
    async publish({ serial, kind, body }) {
      const client = clients.get(serial);
      if (client === undefined || !client.connected) return false;
      return client.publishAsync(deviceTopic(serial, kind), JSON.stringify(body), { qos: 1 }).then(
        () => true,
        () => false, // cut off while sending: the robot greets again when it is back
      );
    },
    async close() {
      const all = [...clients.values()];
      clients.clear();
      await Promise.all(all.map((client) => client.endAsync(true).catch(() => undefined)));
    },
  };
}
