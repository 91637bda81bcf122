import mqtt, { type MqttClient } from 'mqtt';
import { commandMessage, deviceTopic } from '#contract/messages/deviceMessage';

interface PlayParts {
  readonly url: string;
  readonly serial: string;
  readonly token: string;
  readonly now: () => number;
  readonly print: (line: string) => void;
  /** Calls a function at an interval in ms; returns the stop function. */
  readonly every: (ms: number, run: () => void) => () => void;
}

const REPORT_MS = 1_000;

/** Creates a simulated robot that reports its state and executes commands. */
function createRobot({ serial, now, print }: PlayParts, client: MqttClient) {
  let sequence = 0;
  let controller = '';
  let epoch = 0;
  let current_state = 'waiting_for_task';
  const done = new Map<string, object>();
  const time = () => new Date(now()).toISOString();
  const publish = (topic: 'state' | 'data' | 'result' | 'log', message: object) =>
    client.publish(deviceTopic(serial, topic), JSON.stringify({ time: time(), ...message }), { qos: 1 });
  const report = () => {
    sequence += 1;
    publish('state', { sequence, state: { current_state, controller, battery_level: 80, current_velocity: 0, error_code: '' } });
  };
  const execute = (payload: string) => {
    const command = commandMessage.parse(JSON.parse(payload));
    print(`command ${command.command} ${command.command_id}`);
    const known = done.get(command.command_id);
    if (known !== undefined) return publish('result', known);
    publish('result', { command_id: command.command_id, status: 'delivered' });
    const isLate = command.epoch !== null && command.epoch < epoch;
    epoch = Math.max(epoch, command.epoch ?? 0);
    if (!isLate && command.command === 'stop_immediately') current_state = 'stopped';
    if (!isLate && (command.command === 'take_control' || command.command === 'release_control')) controller = command.controller ?? '';
    const result = {
      command_id: command.command_id,
      ...(isLate ? { status: 'failed', text: 'control was lost meanwhile' } : { status: 'done' }),
    };
    done.set(command.command_id, result);
    publish('result', result);
    return report();
  };
  const introduce = () => {
    report();
    publish('data', { data_group: 'sw_version', data: { software_version: 'play', software_status: 'True' } });
    publish('data', { data_group: 'metrics', data: { mileage: 0, laneswitches: 0, active_time: 0, uv_switches: 0, uv_active_time: 0 } });
    publish('data', { data_group: 'map_data', data: {} });
    publish('log', { kind: 'event', level: 'info', message: 'A robot to try the installation with has connected' });
  };
  return { report, execute, introduce };
}

/**
 * Simulates a robot to try out an installation: it connects, reports every second, executes commands and prints notices. Runs until the returned function is
 * called. Source: AGENT2.
 */
export function play(parts: PlayParts): () => Promise<void> {
  const { url, serial, token, print, every } = parts;
  const client = mqtt.connect(url, { username: serial, password: token, clientId: serial, protocolVersion: 4, reconnectPeriod: 2_000 });
  const robot = createRobot(parts, client);
  client.on('connect', () => {
    print(`connected to ${url} as ${serial}`);
    client.subscribe({ [deviceTopic(serial, 'command')]: { qos: 1 }, [deviceTopic(serial, 'notice')]: { qos: 0 } });
    robot.introduce();
  });
  client.on('message', (topic, payload) => {
    if (topic === deviceTopic(serial, 'command')) robot.execute(payload.toString('utf8'));
    else print(`notice ${payload.toString('utf8')}`);
  });
  client.on('error', (error) => print(`error: ${error.message}`));
  client.on('close', () => print('the connection is closed'));
  const stop = every(REPORT_MS, () => {
    if (client.connected) robot.report();
  });
  return async () => {
    stop();
    // The end does not wait for acknowledgements: an unavailable server must not delay it.
    await client.endAsync(true);
  };
}
