import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { freePort } from '#server/platform/embedded/port';
import { createAuthority } from '../tests/support/certificates.ts';
import { budgets } from './budgets.ts';
import { measured, type Result } from './result.ts';
import { at, stops } from './stop.ts';
import { openStopProduct, type StopProduct } from './stopProduct.ts';

/** Short rounds, so that other load on the machine affects all transports alike. */
const ROUNDS = 60;
const STOPS_PER_ROUND = 20;
const WARM_UP_ROUNDS = 5;
const WARM_UP_SECONDS = 2;
const ways = ['TCP', 'TLS', 'WebSocket'] as const;
type Way = (typeof ways)[number];

/** Starts a product whose device listener also has TLS, and connects one device over each transport. */
async function openWays(
  folder: string,
): Promise<{ readonly product: StopProduct; readonly devices: Readonly<Record<Way, mqtt.MqttClient>> }> {
  const authority = createAuthority('bench');
  const served = authority.issue('localhost');
  const [MQTT_TLS_CERT, MQTT_TLS_KEY] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(MQTT_TLS_CERT, served.cert);
  writeFileSync(MQTT_TLS_KEY, served.key);
  authority.close();
  const port = await freePort();
  const product = await openStopProduct({ MQTT_PORT: String(port), MQTT_TLS_CERT, MQTT_TLS_KEY });
  const urls: Readonly<Record<Way, string>> = {
    TCP: product.mqttUrl,
    TLS: `mqtts://localhost:${port}`,
    WebSocket: `${product.url.replace('http', 'ws')}/mqtt`,
  };
  const connect = async (way: Way) => {
    await product.create(way);
    const options = { ...product.account(way), clientId: way, protocolVersion: 4, ca: authority.cert } as const;
    const device = await mqtt.connectAsync(urls[way], options);
    await device.subscribeAsync(deviceTopic(way, 'command'), { qos: 1 });
    return device;
  };
  return { product, devices: { TCP: await connect('TCP'), TLS: await connect('TLS'), WebSocket: await connect('WebSocket') } };
}

/** Measures `transports`: the latency of a stop for devices that connect over TCP, TLS and MQTT over WebSocket, in turn, in one product. */
export async function transportBench(): Promise<readonly Result[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-bench-tls-'));
  const { product, devices } = await openWays(folder);
  await pause(WARM_UP_SECONDS * 1_000);
  const took: Record<Way, number[]> = { TCP: [], TLS: [], WebSocket: [] };
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    for (const way of ways) {
      const times = await stops(product, devices[way], { count: STOPS_PER_ROUND, serial: way });
      if (round >= WARM_UP_ROUNDS) took[way].push(...times);
    }
  }
  await Promise.all(Object.values(devices).map((device) => device.endAsync(true)));
  await product.close();
  rmSync(folder, { recursive: true, force: true });
  const share = (way: Way, part: number) =>
    at(
      took[way].toSorted((a, b) => a - b),
      part,
    );
  return [
    ...ways.flatMap((way): Result[] => [
      { what: `stop by ${way}, p50`, value: share(way, 0.5), unit: 'ms' },
      { what: `stop by ${way}, p99`, value: share(way, 0.99), unit: 'ms' },
    ]),
    measured('p99 by TLS beside TCP', share('TLS', 0.99) / share('TCP', 0.99), budgets.stopTransport),
    measured('p99 by WebSocket beside TCP', share('WebSocket', 0.99) / share('TCP', 0.99), budgets.stopTransport),
  ];
}
