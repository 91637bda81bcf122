import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../server/platform/embedded/port.ts';
import { accepts, type Program, ready, start } from './programs.ts';

/** An account at the broker. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Starts one broker for all servers: each device may use its own topics only. Returns its address for an account. */
export async function startBroker(
  folder: string,
  server: Account,
  devices: readonly Account[],
): Promise<{ program: Program; port: number }> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const passwords = path.join(folder, 'passwords');
  writeFileSync(passwords, [server, ...devices].map(({ username, password }) => `${username}:${password}\n`).join(''));
  spawnSync('/usr/bin/mosquitto_passwd', ['-U', passwords]);
  const acl = path.join(folder, 'acl');
  const upward = ['state', 'data', 'log', 'result'].map((kind) => `pattern write devices/%u/${kind}\n`).join('');
  writeFileSync(
    acl,
    `user ${server.username}\ntopic read devices/#\ntopic write devices/+/command\n\n${upward}pattern read devices/%u/command\n`,
  );
  for (const file of [passwords, acl]) chmodSync(file, 0o600);
  const conf = path.join(folder, 'mosquitto.conf');
  writeFileSync(
    conf,
    `user ${process.getuid?.() === 0 ? 'root' : 'nobody'}
listener ${port} 127.0.0.1
password_file ${passwords}
acl_file ${acl}
max_inflight_messages 1000
max_queued_messages 100000
persistence true
persistence_location ${folder}/
`,
  );
  const program = start('/usr/sbin/mosquitto', ['-c', conf]);
  await ready('The broker', program, () => accepts(port));
  return { program, port };
}

/** Starts the nodes of NATS, which know each other. `again` starts one that has ended. */
export async function startNats(count: number, { username, password }: Account) {
  const ports = await Promise.all(Array.from({ length: count }, async () => ({ client: await freePort(), route: await freePort() })));
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(',');
  const startNode = async (index: number): Promise<Program> => {
    const { client = 0, route = 0 } = ports[index] ?? {};
    const names = ['--cluster_name', 'orangery', '--name', `node-${index + 1}`, '--user', username, '--pass', password];
    const addresses = ['-a', '127.0.0.1', '-p', String(client), '--cluster', `nats://127.0.0.1:${route}`, '--routes', routes];
    const program = start('/usr/sbin/nats-server', [...addresses, ...names]);
    await ready('A node of NATS', program, () => accepts(client));
    return program;
  };
  const nodes: Program[] = [];
  for (const index of ports.keys()) nodes.push(await startNode(index));
  const [first, ...others] = ports.map(({ client }) => `127.0.0.1:${client}`);
  return {
    nodes,
    url: [`nats://${username}:${password}@${first}`, ...others.map((host) => `nats://${host}`)].join(','),
    again: async (index: number) => {
      nodes[index] = await startNode(index);
    },
  };
}
