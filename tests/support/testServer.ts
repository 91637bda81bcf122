import { createSecretKey, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { usualTimes } from '#server/commands/commandTimeouts';
import { openDatabase, SLOW_QUERY_MS } from '#server/platform/database/openDatabase';
import { brokerPassword, ingestClientId, SERVER_ACCOUNT } from '#server/platform/broker/accounts';
import { openBroker } from '#server/platform/broker/openBroker';
import type { ServerParts } from '#server/app/serverParts';
import type { Leases } from '#server/platform/instances/leases';
import { openServer, type RunningServer } from '#server/app/openServer';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { workerDatabases } from './testDatabase.ts';
import { fakeIdentity, type FakeIdentity } from './fakeIdentity.ts';
import { openProxy, type TcpProxy } from './tcpProxy.ts';
import { until } from './until.ts';
import { quickFolder } from './newDataDir.ts';
import { writeConfigurations } from './configurationRows.ts';
import { openDevice, type TestDevice } from './testDevice.ts';

/** A whole server on a real database and a real broker; only the identity provider is a fake. */
export interface TestServer {
  readonly server: RunningServer;
  readonly address: string;
  readonly identity: FakeIdentity;
  /** Proxies to the database and to the broker, which a test can cut; they throw unless it is started with `hasCables`. */
  readonly databaseCable: TcpProxy;
  readonly brokerCable: TcpProxy;
  readonly databaseUrl: string;
  /** The server's own broker address, for a second instance. */
  readonly mqtt: ServerParts['mqtt'];
  /** The server's clock, adjustable by the test: how far it is ahead, and the instant at which it stands still, if it does. */
  readonly clock: { offsetMs: number; stoppedAt: number | null };
  readonly now: () => number;
  /** Connects a device in place of its earlier connection, if it has one. */
  readonly device: (serial: string) => Promise<TestDevice>;
  /** Returns a sample of `/metrics`. */
  readonly measured: (line: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const SECRET = 'only in tests';
/** The leases of an instance that leaves everything to others. */
export const idleLeases: Leases = { take: () => Promise.resolve({ close: () => Promise.resolve() }) };

/** One key for all servers, so that encrypted data in a copied database can be decrypted. */
export const TEST_CREDENTIAL_KEY = createSecretKey(Buffer.alloc(32, SECRET));
/** Intervals that a test only waits for are short; a device's response timeout is not, because the response must arrive on a busy machine too. */
const SHORT = { waitMs: 300, beatMs: 100, controlBeatMs: 100 };
/** Devices of tests report what their test wants: nobody asks them for more. */
const NEVER_ASKED = { askAfterMs: Number.POSITIVE_INFINITY };

/** The timings of a test server. */
export const testTimes = { ...usualTimes, ...SHORT, ...NEVER_ASKED };
const ORIGIN = 'http://localhost:8080';
/** Tests send requests as fast as they can, all from one address. */
const UNLIMITED = { REQUESTS_PER_ADDRESS: '1000000', REQUESTS_PER_PERSON: '1000000', SIGN_INS_PER_NETWORK: '1000000' };

/** Returns the settings of a test server, with some of its own. */
export const testSettings = (env: Readonly<Record<string, string>> = {}): Settings => ({
  ...readSettings({ PUBLIC_URL: ORIGIN, NODE_ENV: 'test', ...UNLIMITED, ...env }),
  PORT: 0,
});

/** The parts of a test server that replace the usual ones. */
export interface TestParts extends Partial<ServerParts> {
  /** Whether it reaches database and broker through proxies. Each packet then passes the test's process twice, so only tests that cut them ask for it. */
  readonly hasCables?: boolean;
}

/** Returns the address of a part as the server gets it, and the proxy before it, if any. */
async function reach(url: string, hasCable: boolean): Promise<{ url: string; cable: TcpProxy | null }> {
  if (!hasCable) return { url, cable: null };
  const changed = new URL(url);
  const cable = await openProxy(Number(changed.port));
  changed.port = String(cable.port);
  return { url: changed.href, cable };
}
function present(cable: TcpProxy | null): TcpProxy {
  if (cable === null) throw new Error('started without hasCables');
  return cable;
}

/** Starts a server on a database, which it seeds if it is empty. */
export async function startTestServer(
  databaseUrl: string,
  consoleDir = '/nonexistent',
  { hasCables = false, ...more }: TestParts = {},
): Promise<TestServer> {
  const clock: TestServer['clock'] = { offsetMs: 0, stoppedAt: null };
  const now = () => (clock.stoppedAt ?? Date.now()) + clock.offsetMs;
  const identity = fakeIdentity(now);
  const broker = await openBroker({ secret: SECRET, now: () => Date.now() });
  const [toDatabase, toBroker] = await Promise.all([reach(databaseUrl, hasCables), reach(broker.url, hasCables)]);
  const database = openDatabase(toDatabase.url);
  const slowDatabase = openDatabase(toDatabase.url, { connections: 2, queryMs: SLOW_QUERY_MS });
  const mqtt = {
    url: toBroker.url,
    username: SERVER_ACCOUNT,
    password: brokerPassword(SECRET, SERVER_ACCOUNT),
    clientId: ingestClientId(SECRET),
  };
  const dataDir = path.join(quickFolder(), `orangery-${randomUUID()}`);
  const server = await openServer({
    // Each has a folder of its own: what it cannot store is no other server's to store.
    settings: testSettings({ DATA_DIR: dataDir }),
    database,
    slowDatabase,
    mqtt,
    disconnectDevice: broker.disconnect,
    identity,
    credentialKey: TEST_CREDENTIAL_KEY,
    consoleDir,
    now,
    commandTimes: testTimes,
    metricsMaxAgeMs: 0,
    log: pino({ level: 'silent' }),
    ...more,
  });
  await until('the server hears the devices', async () => (await fetch(`${server.address}/healthz`)).ok);
  /** By serial: two connections of one device would cut each other off for ever. */
  const devices = new Map<string, TestDevice>();
  return {
    server,
    address: server.address,
    identity,
    get databaseCable() {
      return present(toDatabase.cable);
    },
    get brokerCable() {
      return present(toBroker.cable);
    },
    databaseUrl,
    mqtt,
    clock,
    now,
    device: async (serial) => {
      await devices.get(serial)?.close();
      const device = await openDevice(broker.url, SECRET, serial, now);
      devices.set(serial, device);
      return device;
    },
    measured: async (line) => {
      const text = await (await fetch(server.metricsUrl)).text();
      return Number(
        text
          .split('\n')
          .find((sample) => sample.startsWith(`${line} `))
          ?.split(' ')[1] ?? Number.NaN,
      );
    },
    close: async () => {
      await Promise.all([...devices.values()].map((device) => device.close()));
      await server.close();
      await Promise.all([database.destroy(), slowDatabase.destroy()]);
      await broker.stop();
      await rm(dataDir, { recursive: true, force: true });
      await Promise.all([toDatabase.cable?.close(), toBroker.cable?.close()]);
    },
  };
}

/** Returns a copy of a database with the demo company, whose devices have a configuration. */
export const seededDatabase = (): Promise<string> =>
  workerDatabases().filled('demo', async (empty) => {
    await (await startTestServer(empty)).close();
    const database = openDatabase(empty);
    await writeConfigurations(database, Date.now());
    await database.destroy();
  });

/** Starts a server on a copy of a database with the demo company, in the worker's PostgreSQL; with another credential key on a database without rows. */
export async function startSeededServer(consoleDir?: string, more: TestParts = {}): Promise<TestServer> {
  return startTestServer(await (more.credentialKey === undefined ? seededDatabase() : workerDatabases().migrated()), consoleDir, more);
}
