import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../server/platform/embedded/port.ts';
import { accepts, type Program, ready, start } from './programs.ts';

/** An account at NATS. */
interface Account {
  readonly username: string;
  readonly password: string;
}

/** Starts the nodes of NATS with JetStream, which know each other. `again` starts one that has ended. */
export async function startNats(folder: string, count: number, { username, password }: Account) {
  const ports = await Promise.all(Array.from({ length: count }, async () => ({ client: await freePort(), route: await freePort() })));
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(',');
  const startNode = async (index: number): Promise<Program> => {
    const { client = 0, route = 0 } = ports[index] ?? {};
    const names = ['--cluster_name', 'orangery', '--name', `node-${index + 1}`, '--user', username, '--pass', password];
    const addresses = ['-a', '127.0.0.1', '-p', String(client), '--cluster', `nats://127.0.0.1:${route}`, '--routes', routes];
    const streams = ['-js', '-sd', path.join(folder, String(index + 1))];
    const program = start('/usr/sbin/nats-server', [...addresses, ...names, ...streams]);
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

/** Ports of the load balancer, and of what it balances. */
interface BalancerPorts {
  readonly port: number;
  readonly servers: readonly number[];
  /** For devices. */
  readonly mqttPort: number;
  readonly gateways: readonly number[];
}

/** Starts a load balancer before the servers, which asks each for its health, and before their gateways. */
export async function startBalancer(folder: string, { port, servers, mqttPort, gateways }: BalancerPorts): Promise<Program> {
  const file = path.join(folder, 'haproxy.cfg');
  const backends = servers
    .map((server, index) => `    server orangery-${index + 1} 127.0.0.1:${server} check inter 500 fall 2 rise 1\n`)
    .join('');
  const doors = gateways
    .map((gateway, index) => `    server gateway-${index + 1} 127.0.0.1:${gateway} check inter 500 fall 2 rise 1\n`)
    .join('');
  writeFileSync(
    file,
    `global
    maxconn 30000

defaults
    mode http
    timeout connect 1s
    timeout client 30s
    timeout server 30s
    timeout tunnel 1h
    option redispatch
    retries 3
    retry-on conn-failure empty-response

frontend consoles
    bind 127.0.0.1:${port}
    http-request set-header X-Forwarded-For %[src]
    default_backend orangery

backend orangery
    balance leastconn
    option httpchk
    http-check send meth GET uri /config.json ver HTTP/1.1 hdr Host localhost
${backends}
frontend devices
    mode tcp
    timeout client 1h
    bind 127.0.0.1:${mqttPort}
    default_backend gateways

backend gateways
    mode tcp
    timeout server 1h
    balance leastconn
${doors}`,
  );
  const program = start('/usr/sbin/haproxy', ['-db', '-f', file]);
  await ready('The load balancer', program, () => accepts(port));
  return program;
}
