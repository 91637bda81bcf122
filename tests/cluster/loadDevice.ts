import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { deviceTopic } from '#contract/messages/deviceMessage';
import type { Cluster } from '../../cluster/openCluster.ts';

/** Pauses between the messages of a device, in ms. */
export interface Pauses {
  readonly eventMs: number;
  readonly stateMs: number;
}

/** A device under load: it repeats what was not acknowledged. */
export interface LoadDevice {
  readonly serial: string;
  /** Its events that the broker acknowledged. */
  readonly acknowledged: Set<string>;
  /** Ids of the commands that it received, one per message. */
  readonly commands: string[];
  readonly stop: () => Promise<void>;
}

/** Returns the text of an event; the number increases with each event of a device. */
const eventText = (serial: string, count: number) => `cluster ${serial} ${count}`;

/** Returns the number of an event. */
export const eventNumber = (text: string): number => Number(text.split(' ')[2]);

async function connect(cluster: Cluster, serial: string, commands: string[]): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(cluster.mqttUrl, {
    ...cluster.account(serial),
    clientId: serial,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 300,
  });
  client.on('error', () => undefined);
  client.on('message', (_, payload) => {
    const { command_id }: { command_id: string } = JSON.parse(payload.toString());
    commands.push(command_id);
    for (const status of ['delivered', 'done']) {
      const message = { command_id, time: new Date().toISOString(), status };
      client.publish(deviceTopic(serial, 'result'), JSON.stringify(message), { qos: 1 });
    }
  });
  await client.subscribeAsync(deviceTopic(serial, 'command'), { qos: 1 });
  return client;
}

/** Connects a device, which writes down one event after the other and reports its state. */
export async function startDevice(cluster: Cluster, serial: string, pauses: Pauses): Promise<LoadDevice> {
  const commands: string[] = [];
  const acknowledged = new Set<string>();
  const client = await connect(cluster, serial, commands);
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const writeEvents = async () => {
    await pause(Math.random() * pauses.eventMs);
    for (let count = 0; !signal.aborted; count += 1) {
      const message = eventText(serial, count);
      const event = { kind: 'event', time: new Date().toISOString(), level: 'info', message };
      await client.publishAsync(deviceTopic(serial, 'log'), JSON.stringify(event), { qos: 1 });
      acknowledged.add(message);
      await pause(pauses.eventMs);
    }
  };
  const report = async () => {
    await pause(Math.random() * pauses.stateMs);
    for (let sequence = 1; !signal.aborted; sequence += 1) {
      // The position is the time of the report in seconds, by which a console recognises a new one whatever the clock of the server is.
      const state = { current_state: 'waiting_for_task', battery_level: sequence % 100, current_pose_x: Date.now() / 1_000 };
      const message = { time: new Date().toISOString(), sequence, state };
      client.publish(deviceTopic(serial, 'state'), JSON.stringify(message), { qos: 1 });
      await pause(pauses.stateMs);
    }
  };
  const work = [writeEvents(), report()];
  return {
    serial,
    acknowledged,
    commands,
    stop: async () => {
      closing.abort();
      await Promise.all(work);
      await client.endAsync();
    },
  };
}
