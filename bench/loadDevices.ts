/** A process of `bench:load`: MQTT connections that report at a given rate per device. */

import { connect, type Socket } from 'node:net';
import { generate, parser } from 'mqtt-packet';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { z } from '#contract/schema';

/** Devices in a separate process: real MQTT connections that report their state at a fixed rate, however long the answers take. */

/** The input of the process: the broker, its accounts, and the reports per second and device. */
export const devicesShape = z.object({
  port: z.number(),
  accounts: z.array(z.object({ username: z.string(), password: z.string() })),
  hz: z.number(),
});

/** The message that the process sends once a second: totals since its start. */
export const devicesCount = z.object({ connected: z.number(), published: z.number(), acknowledged: z.number() });

type Shape = z.infer<typeof devicesShape>;

const TICK_MS = 20;
const REPORT_MS = 1_000;
const CONNECT_PAUSE_MS = 5;
const ALIVE_SECONDS = 30;

interface Device {
  readonly serial: string;
  readonly socket: Socket;
  isReady: boolean;
  sequence: number;
  dueAt: number;
}

const counts = { connected: 0, published: 0, acknowledged: 0 };

function open({ port }: Shape, { username, password }: Shape['accounts'][number]): Device {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const device: Device = { serial: username, socket, isReady: false, sequence: 0, dueAt: 0 };
  const packets = parser({ protocolVersion: 4 });
  socket.on('connect', () =>
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: username,
        keepalive: ALIVE_SECONDS,
        username,
        password: Buffer.from(password),
      }),
    ),
  );
  socket.on('data', (data) => packets.parse(data));
  socket.on('error', (error) => process.stderr.write(`${username}: ${error.message}\n`));
  socket.on('close', () => {
    if (device.isReady) counts.connected -= 1;
    device.isReady = false;
  });
  packets.on('packet', ({ cmd }) => {
    if (cmd === 'puback') counts.acknowledged += 1;
    if (cmd !== 'connack') return;
    device.isReady = true;
    counts.connected += 1;
  });
  return device;
}

/** The position is the time of the report in ms since epoch, which a console subtracts from its own. */
function publish(device: Device): void {
  device.sequence += 1;
  const state = {
    battery_level: 40 + (device.sequence % 50),
    controller: null,
    current_node: `node-${device.sequence % 200}`,
    current_pose_x: Date.now(),
    current_pose_y: (device.sequence % 1_000) / 8,
    current_pose_theta: 1.571,
    current_velocity: 0.55,
    current_state: 'executing_task',
    current_task: 'uv_treatment',
    error_code: null,
  };
  const payload = JSON.stringify({ time: new Date().toISOString(), sequence: device.sequence, state });
  const messageId = (device.sequence % 65_535) + 1;
  const topic = deviceTopic(device.serial, 'state');
  device.socket.write(generate({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId }));
  counts.published += 1;
}

/** Connects one device after the other, then sends their reports, spread evenly over the report interval. */
function run(shape: Shape): void {
  const devices: Device[] = [];
  const everyMs = REPORT_MS / shape.hz;
  const tick = () => {
    const at = performance.now();
    for (const device of devices) {
      if (!device.isReady) continue;
      if (device.dueAt === 0) device.dueAt = at + Math.random() * everyMs;
      for (; device.dueAt <= at; device.dueAt += everyMs) publish(device);
    }
  };
  const waiting = [...shape.accounts];
  const connecting = setInterval(() => {
    const account = waiting.pop();
    if (account === undefined) clearInterval(connecting);
    else devices.push(open(shape, account));
  }, CONNECT_PAUSE_MS);
  setInterval(tick, TICK_MS);
  setInterval(() => process.send?.(counts), REPORT_MS);
}

process.once('message', (message) => run(devicesShape.parse(message)));
process.once('disconnect', () => process.exit(0));
