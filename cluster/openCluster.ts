import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { brokerPassword, gatewaySecret } from '../server/platform/broker/accounts.ts';
import { freePort } from '../server/platform/embedded/port.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type ReplicatedDatabase, startDatabase } from './database.ts';
import { startNats } from './natsNodes.ts';
import { type Program, ready, start } from './programs.ts';

const ROOT = path.join(import.meta.dirname, '..');
const NATS_NODES = 3;

/** One of the servers. */
export interface Member {
  readonly url: string;
  readonly program: Program;
}

/** A cluster on this machine: servers behind a load balancer for consoles and devices, with one database, its standby, and three NATS nodes. */
export interface Cluster {
  /** Address of the load balancer. */
  readonly url: string;
  readonly database: Pick<ReplicatedDatabase, 'url' | 'restart' | 'failOver'>;
  /** Address of the load balancer for devices. */
  readonly mqttUrl: string;
  /** Folder of the first server, with the outbox and the demo accounts' secrets. */
  readonly dataDir: string;
  /** Returns the account of a device. */
  readonly account: (serial: string) => { readonly username: string; readonly password: string };
  readonly servers: Member[];
  /** The NATS nodes; `current` resolves when each has the data of the others. */
  readonly nats: { readonly nodes: Program[]; readonly restart: (index: number) => Promise<void>; readonly current: () => Promise<void> };
  readonly balancer: Balancer;
  /** Every running program by name. */
  readonly programs: () => readonly { readonly name: string; readonly program: Program }[];
  /** The output of the last server at the time it became ready, which lists the demo accounts. */
  readonly accounts: string;
  /** Restarts a server that has ended, with additional environment variables. */
  readonly restart: (index: number, environment?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface ClusterOptions {
  readonly folder: string;
  /** Number of simulated robots. */
  readonly devices: number;
  /** Number of servers. Default: 3. */
  readonly count?: number;
  /** Additional settings of the servers. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/**
 * Starts the cluster in order (database, NATS, servers, HAProxy), stops it in reverse; resolves once every server is ready. When a part
 * fails, the others are stopped and the error is thrown.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0)) await end();
  };
  try {
    const port = options.port ?? (await freePort());
    return await open({ count: 3, settings: {}, ...options, port }, endings, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a server; resolves when it is ready. */
async function startMember(folder: string, index: number, given: NodeJS.ProcessEnv): Promise<Member> {
  const dataDir = path.join(folder, `server-${index + 1}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const program = start(process.execPath, ['server/start.ts'], { env: { ...given, DATA_DIR: dataDir }, cwd: ROOT });
  await ready(`Server ${index + 1}`, program, () => /^ready /m.test(program.printed()));
  return { url: `http://127.0.0.1:${given['PORT'] ?? ''}`, program };
}

async function open(options: Required<ClusterOptions>, endings: (() => Promise<void>)[], stop: () => Promise<void>): Promise<Cluster> {
  const { folder, devices, count, settings, port } = options;
  // The database's OS account passes through this folder to its own.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const key = randomBytes(32);
  const secret = gatewaySecret(createSecretKey(key));
  const account = (serial: string) => ({ username: serial, password: brokerPassword(secret, serial) });

  const database = await startDatabase(folder);
  endings.unshift(database.stop);
  const nats = await startNats(path.join(folder, 'nats'), NATS_NODES, { username: 'orangery', password: randomBytes(16).toString('hex') });
  endings.unshift(async () => void (await Promise.all(nats.nodes.map((node) => node.stop()))));

  const url = `http://localhost:${port}`;
  const shared = {
    ...process.env,
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    CREDENTIAL_KEY: key.toString('base64'),
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DEVICES: String(devices),
    ...settings,
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const gateways = await Promise.all(Array.from({ length: count }, freePort));
  const mqttPort = await freePort();
  const startServer = (index: number, environment: Readonly<Record<string, string>> = {}) =>
    startMember(folder, index, { ...shared, ...environment, PORT: String(ports[index]), MQTT_PORT: String(gateways[index]) });
  const servers: Member[] = [];
  endings.unshift(async () => void (await Promise.all(servers.map(({ program }) => program.stop()))));
  for (const index of ports.keys()) servers.push(await startServer(index));
  const balancer = await startBalancer(folder, { port, servers: ports, mqttPort, gateways });
  endings.unshift(balancer.stop);
  return {
    url,
    database,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    dataDir: path.join(folder, 'server-1'),
    account,
    servers,
    nats,
    balancer,
    accounts: servers.at(-1)?.program.printed() ?? '',
    programs: () => [
      ...servers.map(({ program }, index) => ({ name: `server ${index + 1}`, program })),
      ...nats.nodes.map((program, index) => ({ name: `nats-server ${index + 1}`, program })),
      ...database.programs(),
      { name: 'HAProxy', program: balancer.program() },
    ],
    restart: async (index, environment) => {
      servers[index] = await startServer(index, environment);
    },
    stop,
  };
}
