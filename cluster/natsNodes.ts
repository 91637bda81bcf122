import path from 'node:path';
import { freePort } from '../server/platform/embedded/port.ts';
import { natsProgram } from './packages.ts';
import { accepts, isHealthy, type Program, ready, start } from './programs.ts';

/** An account at NATS. */
interface Account {
  readonly username: string;
  readonly password: string;
}

/** Starts NATS nodes with JetStream that form a cluster. `restart` starts one that has ended. */
export async function startNats(folder: string, count: number, { username, password }: Account) {
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({ client: await freePort(), route: await freePort(), health: await freePort() })),
  );
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(',');
  const startNode = async (index: number): Promise<Program> => {
    const { client = 0, route = 0, health = 0 } = ports[index] ?? {};
    const names = ['--cluster_name', 'orangery', '--name', `node-${index + 1}`, '--user', username, '--pass', password];
    const addresses = ['-a', '127.0.0.1', '-p', String(client), '--cluster', `nats://127.0.0.1:${route}`, '--routes', routes];
    const streams = ['-js', '-sd', path.join(folder, String(index + 1)), '-m', String(health)];
    const program = start(natsProgram, [...addresses, ...names, ...streams]);
    await ready('A node of NATS', program, () => accepts(client));
    return program;
  };
  const nodes: Program[] = [];
  for (const index of ports.keys()) nodes.push(await startNode(index));
  /** Resolves when each node has all data of the others, so that one may end. */
  const current = async () => {
    for (const [index, node] of nodes.entries())
      await ready('A node of NATS', node, () => isHealthy(`http://127.0.0.1:${ports[index]?.health ?? 0}/healthz`));
  };
  await current();
  const [first, ...others] = ports.map(({ client }) => `127.0.0.1:${client}`);
  return {
    nodes,
    current,
    url: [`nats://${username}:${password}@${first}`, ...others.map((host) => `nats://${host}`)].join(','),
    restart: async (index: number) => {
      nodes[index] = await startNode(index);
    },
  };
}
