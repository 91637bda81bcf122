/** The floods of `stop`, in a worker: half headers, connections, sign-ins and others, each sent or opened as much as possible. */

import { Agent, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import mqtt from 'mqtt';
import { WebSocket } from 'ws';
import { addressOf } from '#contract/call';
import { getWait } from '#contract/command';
import { postGenerateCredentials } from '#contract/devices/deviceCredential';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { z } from '#contract/schema';
import { SignInByHttp } from '../tests/support/signInByHttp.ts';

/** The floods, each named after what is sent or opened as much as possible. */
export const floodNames = [
  'metrics',
  'sign-ins',
  'options and heads',
  'slow bodies',
  'half headers',
  'silent connections',
  'idle connections',
  'silent sockets',
  'half MQTT connects',
  'open waits',
  'unread subscriptions',
  'policy reports',
  'key generation',
  'device messages',
] as const;
/** The name of a flood. */
export type FloodName = (typeof floodNames)[number];

/** The dependencies of a flood: the product, a token, the address of the metrics, and the devices' MQTT accounts. */
export const floodTarget = z.object({
  name: z.enum(floodNames),
  url: z.string(),
  token: z.string(),
  mqttUrl: z.string(),
  serial: z.string(),
  accounts: z.array(z.object({ username: z.string(), password: z.string() })),
});
/** The dependencies of a flood. */
export type FloodTarget = z.infer<typeof floodTarget>;

const METRICS_LANES = 64;
const SIGN_INS = 60;
const SLOW_BODIES = 300;
const HALF_HEADERS = 3_000;
/** Number of anonymous connections: more than one address may have open. */
const SILENT = 3_000;
const OPEN_WAITS = 570;
const REFUSED_MS = 2_000;
/** As many sockets as a person may have, and the number of subscriptions that each sends without reading the answers. */
const [SOCKETS, SUBSCRIPTIONS] = [10, 20];
const REPORT_LANES = 64;
const KEY_LANES = 30;
const DRIP_MS = 1_000;
/** Maximum number of unsent bytes of a device; more would only fill the memory of the flood. */
const MQTT_WAITING_BYTES = 50_000;

/** Sends a request repeatedly, on a number of connections; with `pauseMs`, it repeats a refused request after a pause. */
function lanes(count: number, url: string, options: RequestOptions, body?: string, pauseMs = 0): void {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const again = () => {
    const sent = request(url, { ...options, agent }, (reply) => {
      const isHeld = pauseMs > 0 && reply.statusCode === 429;
      reply.resume().on('end', () => (isHeld ? setTimeout(again, pauseMs) : setImmediate(again)));
    });
    sent.on('error', () => setTimeout(again, 10)).end(body);
  };
  for (let lane = 0; lane < count; lane += 1) again();
}

/** Opens connections that send little or nothing after a first message; a closed one is opened again. */
function drips(count: number, url: string, head: string | Uint8Array, more = 'x'): void {
  const { hostname, port, host } = new URL(url);
  const open = () => {
    const socket = connect(Number(port), hostname).resume();
    socket.on('connect', () => socket.write(typeof head === 'string' ? head.replace('HOST', host) : head));
    const drip = more === '' ? undefined : setInterval(() => socket.write(more), DRIP_MS);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      setTimeout(open, 100);
    });
  };
  for (let index = 0; index < count; index += 1) open();
}

async function guess(url: string): Promise<never> {
  const oidc = { authority: `${url}/idp`, client_id: 'orangery-console', admin_scope: 'console' };
  for (;;) {
    const flow = new SignInByHttp({ identity: { oidc }, settings: { publicUrl: url } });
    try {
      await flow.start();
      for (;;) await flow.send({ email: `${Math.random()}@serrarobotics.example`, password: 'a guess' });
    } catch {
      // A refused sign-in starts again.
    }
  }
}

async function talk({ mqttUrl, accounts }: FloodTarget): Promise<void> {
  for (const account of accounts) {
    const client = await mqtt.connectAsync(mqttUrl, { ...account, clientId: account.username, protocolVersion: 4 });
    client.on('error', () => undefined);
    const message = { kind: 'event', time: new Date().toISOString(), level: 'info', message: 'flood' };
    const send = () => {
      while (client.connected && client.stream.writableLength < MQTT_WAITING_BYTES) {
        client.publish(deviceTopic(account.username, 'log'), JSON.stringify(message), { qos: 0 });
      }
      setTimeout(send, 1);
    };
    send();
  }
}

/** Subscribes to all devices repeatedly, and reads nothing. */
function subscribeUnread({ url, token }: FloodTarget): void {
  for (let count = 0; count < SOCKETS; count += 1) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { origin: url });
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'authentication', access_token: token }));
      const subscribe = () => {
        for (let sent = 0; sent < SUBSCRIPTIONS; sent += 1)
          socket.send(JSON.stringify({ type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] }), () => undefined);
      };
      subscribe();
      const again = setInterval(subscribe, DRIP_MS);
      socket.on('close', () => clearInterval(again));
      socket.pause();
    });
  }
}

const floods: Readonly<Record<FloodName, (target: FloodTarget) => void>> = {
  metrics: ({ url }) => lanes(METRICS_LANES, `${url}/metrics`, {}),
  'sign-ins': ({ url }) => {
    for (let count = 0; count < SIGN_INS; count += 1) void guess(url);
  },
  'slow bodies': ({ url, token }) =>
    drips(
      SLOW_BODIES,
      url,
      `POST /api/login_method HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
    ),
  'options and heads': ({ url }) => {
    lanes(METRICS_LANES / 2, `${url}/api/all_devices`, { method: 'OPTIONS' });
    lanes(METRICS_LANES / 2, `${url}/`, { method: 'HEAD' });
  },
  'silent connections': ({ url }) => drips(SILENT, url, '', ''),
  'idle connections': ({ url }) => drips(SILENT, url, 'GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n', ''),
  'silent sockets': ({ url }) =>
    drips(
      SILENT,
      url,
      'GET /ws HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      '',
    ),
  // The first bytes of a CONNECT of 100 bytes.
  'half MQTT connects': ({ mqttUrl }) => drips(SILENT, mqttUrl, new Uint8Array([0x10, 100, 0, 4]), ''),
  // As many as people with many tabs leave open; a refused client retries after a while.
  'open waits': ({ url, token, serial }) =>
    lanes(
      OPEN_WAITS,
      `${url}/api/${addressOf(getWait, { serial, event: 'reload_config' })}`,
      { headers: { authorization: `Bearer ${token}` } },
      undefined,
      REFUSED_MS,
    ),
  'unread subscriptions': subscribeUnread,
  'half headers': ({ url }) => drips(HALF_HEADERS, url, 'GET /api/all_devices HTTP/1.1\r\nHost: HOST\r\nX-Half: '),
  'policy reports': ({ url }) =>
    lanes(
      REPORT_LANES,
      `${url}/csp-report`,
      { method: 'POST', headers: { 'content-type': 'application/csp-report' } },
      '{"csp-report":{}}',
    ),
  'key generation': ({ url, token, serial }) =>
    lanes(
      KEY_LANES,
      `${url}/api/${addressOf(postGenerateCredentials, { serial })}`,
      { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } },
      '{"algorithm_type":"RSA2048"}',
    ),
  'device messages': (target) => void talk(target),
};

if (parentPort !== null) {
  const target = floodTarget.parse(workerData);
  floods[target.name](target);
}
