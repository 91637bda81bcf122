import { createSecretKey } from 'node:crypto';
import { pino } from 'pino';
import { usualTimes } from '#server/commands/commandTimeouts';
import { openDatabase } from '#server/platform/database/openDatabase';
import { brokerPassword, SERVER_ACCOUNT, startBroker } from '#server/platform/embedded/broker';
import type { ServerParts } from '#server/app/openFeatures';
import { openServer, type RunningServer } from '#server/app/openServer';
import { readSettings } from '#server/platform/settings';
import { workerDatabases } from './testDatabase.ts';
import { fakeIdentity, type FakeIdentity } from './fakeIdentity.ts';
import { openProxy, type TcpProxy } from './tcpProxy.ts';
import { until } from './until.ts';
import { openDevice, type TestDevice } from './testDevice.ts';

/** A whole server on a real database and a real broker; only the identity provider is a fake. */
export interface TestServer {
  readonly server: RunningServer;
  readonly address: string;
  readonly identity: FakeIdentity;
  /** Proxies to the database and to the broker, which a test can cut. */
  readonly databaseCable: TcpProxy;
  readonly brokerCable: TcpProxy;
  readonly databaseUrl: string;
  /** The server's own broker address, for a second instance. */
  readonly mqtt: ServerParts['mqtt'];
  /** The server's clock, adjustable by the test. */
  readonly clock: { offsetMs: number };
  readonly now: () => number;
  readonly device: (serial: string) => Promise<TestDevice>;
  /** Returns a sample of `/metrics`. */
  readonly measured: (line: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const SECRET = 'only in tests';
// One key for all servers, so that encrypted data in a copied database can be decrypted.
const CREDENTIAL_KEY = createSecretKey(Buffer.alloc(32, SECRET));
/** Intervals that a test only waits for are short; a device's response timeout is not, because the response must arrive on a busy machine too. */
const SHORT = { waitMs: 300, beatMs: 100, controlBeatMs: 100 };

/** The timings of a test server. */
export const testTimes = { ...usualTimes, ...SHORT };
const ORIGIN = 'http://localhost:8080';

const portOf = (url: string) => Number(new URL(url).port);
const through = (url: string, cable: TcpProxy) => {
  const changed = new URL(url);
  changed.port = String(cable.port);
  return changed.href;
};

/** Starts a server on a database, which it seeds if it is empty. */
export async function startTestServer(
  databaseUrl: string,
  consoleDir = '/nonexistent',
  more: Partial<ServerParts> = {},
): Promise<TestServer> {
  const clock = { offsetMs: 0 };
  const now = () => Date.now() + clock.offsetMs;
  const identity = fakeIdentity(now);
  const broker = await startBroker({ secret: SECRET });
  const [databaseCable, brokerCable] = await Promise.all([openProxy(portOf(databaseUrl)), openProxy(portOf(broker.url))]);
  const database = openDatabase(through(databaseUrl, databaseCable));
  const mqtt = { url: through(broker.url, brokerCable), username: SERVER_ACCOUNT, password: brokerPassword(SECRET, SERVER_ACCOUNT) };
  const server = await openServer({
    settings: { ...readSettings({ PUBLIC_URL: ORIGIN, NODE_ENV: 'test' }), PORT: 0 },
    database,
    mqtt,
    identity,
    credentialKey: CREDENTIAL_KEY,
    consoleDir,
    now,
    random: () => 0.5,
    commandTimes: testTimes,
    log: pino({ level: 'silent' }),
    ...more,
  });
  await until('the server hears the devices', async () => (await fetch(`${server.address}/healthz`)).ok);
  const devices: TestDevice[] = [];
  return {
    server,
    address: server.address,
    identity,
    databaseCable,
    brokerCable,
    databaseUrl,
    mqtt,
    clock,
    now,
    device: async (serial) => {
      const device = await openDevice(broker.url, SECRET, serial, now);
      devices.push(device);
      return device;
    },
    measured: async (line) => {
      const text = await (await fetch(`${server.address}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((sample) => sample.startsWith(`${line} `))
          ?.split(' ')[1] ?? Number.NaN,
      );
    },
    close: async () => {
      await Promise.all(devices.map((device) => device.close()));
      await server.close();
      await database.destroy();
      await broker.stop();
      await Promise.all([databaseCable.close(), brokerCable.close()]);
    },
  };
}

/** Starts a server on a copy of a database with the demo company, in the worker's PostgreSQL; with another credential key on an empty database. */
export async function startSeededServer(consoleDir?: string, more: Partial<ServerParts> = {}): Promise<TestServer> {
  const databases = workerDatabases();
  const fill = async (empty: string) => (await startTestServer(empty)).close();
  const url = more.credentialKey === undefined ? await databases.filled('demo', fill) : await databases.fresh();
  return startTestServer(url, consoleDir, more);
}
