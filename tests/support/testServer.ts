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

/** A whole server on a real database and a real broker; only the identity provider is the test's. */
export interface TestServer {
  readonly server: RunningServer;
  readonly address: string;
  readonly identity: FakeIdentity;
  /** The cables to the database and to the broker. */
  readonly databaseCable: TcpProxy;
  readonly brokerCable: TcpProxy;
  readonly databaseUrl: string;
  /** The broker as the server itself reaches it, for a second instance. */
  readonly mqtt: ServerParts['mqtt'];
  /** The server's clock; the test may move it. */
  readonly clock: { offsetMs: number };
  readonly now: () => number;
  readonly device: (serial: string) => Promise<TestDevice>;
  /** A sample of `/metrics`. */
  readonly measured: (line: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const SECRET = 'only in tests';
// One for all servers: what is sealed in a copied database can be opened.
const CREDENTIAL_KEY = createSecretKey(Buffer.alloc(32, SECRET));
/** What nobody needs to wait for is short; how long a device may take for its word is not, for it must be there in time on a busy machine too. */
const SHORT = { waitMs: 300, beatMs: 100, controlBeatMs: 100 };

/** The times of a test's server. */
export const testTimes = { ...usualTimes, ...SHORT };
const ORIGIN = 'http://localhost:8080';

const portOf = (url: string) => Number(new URL(url).port);
const through = (url: string, cable: TcpProxy) => {
  const changed = new URL(url);
  changed.port = String(cable.port);
  return changed.href;
};

/** Starts one on a database, which it fills if it is empty. */
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

/** Starts one on a copy of a database that holds the demo company, in the worker's PostgreSQL; with a key of its own on an empty one. */
export async function startSeededServer(consoleDir?: string, more: Partial<ServerParts> = {}): Promise<TestServer> {
  const databases = workerDatabases();
  const fill = async (empty: string) => (await startTestServer(empty)).close();
  const url = more.credentialKey === undefined ? await databases.filled('demo', fill) : await databases.fresh();
  return startTestServer(url, consoleDir, more);
}
