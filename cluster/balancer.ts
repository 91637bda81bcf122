/** HAProxy: the load balancer for consoles and devices, and the frontend of the database that finds the primary. */

import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { accepts, type Program, ready, start } from './programs.ts';

const HAPROXY = '/usr/sbin/haproxy';

/** Ports of the load balancer and of its backends. */
interface Ports {
  readonly port: number;
  readonly servers: readonly number[];
  /** The port for devices. */
  readonly mqttPort: number;
  readonly gateways: readonly number[];
}

/** The load balancer for consoles and devices. */
export interface Balancer {
  /** The newest process. */
  readonly program: () => Program;
  /** Starts a process with a new configuration, which takes over the listener; resolves when the previous process has ended. */
  readonly reload: () => Promise<void>;
  /** Resolves when the load balancer counts a server, and its gateway, as reachable or not. */
  readonly sees: (index: number, isReachable: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Sockets stay open for hours, so the next one goes to the backend with the fewest; calls go to each server in turn. On a reload, the previous process
 * closes its open connections after ten seconds, so that each socket ends at most once.
 */
function configuration(folder: string, { port, servers, mqttPort, gateways }: Ports, version: number): string {
  const backend = (name: string, balance: string) => `
backend ${name}
    balance ${balance}
    option httpchk
    http-check send meth GET uri /config.json ver HTTP/1.1 hdr Host localhost
${servers.map((server, index) => `    server orangery-${index + 1} 127.0.0.1:${server} check inter 500 fall 2 rise 1\n`).join('')}`;
  return `global
    maxconn 9000
    description configuration ${version}
    stats socket ${folder}/haproxy.sock mode 600 level admin expose-fd listeners
    hard-stop-after 10s

defaults
    mode http
    timeout connect 1s
    # A busy server is not a dead one, which refuses a check at once.
    timeout check 2s
    timeout client 30s
    timeout server 30s
    timeout tunnel 1h
    option redispatch
    retries 3
    retry-on conn-failure empty-response

frontend consoles
    bind 127.0.0.1:${port}
    http-request set-header X-Forwarded-For %[src]
    use_backend sockets if { path /ws }
    default_backend calls
${backend('sockets', 'leastconn')}${backend('calls', 'roundrobin')}
frontend devices
    mode tcp
    timeout client 1h
    bind 127.0.0.1:${mqttPort}
    default_backend gateways

backend gateways
    mode tcp
    timeout server 1h
    balance leastconn
${gateways.map((gateway, index) => `    server gateway-${index + 1} 127.0.0.1:${gateway} check inter 500 fall 2 rise 1\n`).join('')}`;
}

/** Sends a command to the socket of a load balancer and returns what it answers. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  return (await connection.setEncoding('utf8').toArray()).join('');
}

/** Returns the states of a server and of its gateway from statistics as CSV, such as UP, `UP 1/2` while a check fails, and DOWN. */
function statesOf(statistics: string, index: number): readonly string[] {
  const [head = '', ...lines] = statistics.trim().split('\n');
  const at = head.split(',').indexOf('status');
  return lines
    .map((line) => line.split(','))
    .filter(([, name]) => name === `orangery-${index + 1}` || name === `gateway-${index + 1}`)
    .map((cells) => cells[at] ?? '');
}

/** Starts a load balancer before the servers, whose health it checks, and before their gateways. */
export async function startBalancer(folder: string, ports: Ports): Promise<Balancer> {
  const file = path.join(folder, 'haproxy.cfg');
  let version = 1;
  const launch = (...args: readonly string[]) => {
    writeFileSync(file, configuration(folder, ports, version));
    return start(HAPROXY, ['-db', '-f', file, ...args]);
  };
  let program = launch();
  await ready('The load balancer', program, () => accepts(ports.port));
  return {
    program: () => program,
    reload: async () => {
      const former = program;
      let isOver = false;
      void former.ended.then(() => (isOver = true));
      version += 1;
      // The listening socket is handed over, so that no connection is refused during the reload.
      program = launch('-x', path.join(folder, 'haproxy.sock'), '-sf', String(former.pid));
      await ready('The load balancer', program, () => isOver);
    },
    sees: async (index, isReachable) => {
      const isSeen = async () =>
        statesOf(await ask(path.join(folder, 'haproxy.sock'), 'show stat -1 4 -1'), index).every(
          (state) => state === (isReachable ? 'UP' : 'DOWN'),
        );
      await ready(`Server ${index + 1} as the load balancer sees it`, program, isSeen);
    },
    stop: () => program.stop(),
  };
}

/** The beginning of a PostgreSQL connection, as hexadecimal digits: length, protocol 3.0, account. */
function startupMessage(user: string): string {
  const text = Buffer.from(`user\0${user}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + text.length, 0);
  head.writeInt32BE(0x0003_0000, 4);
  return Buffer.concat([head, text]).toString('hex');
}

/**
 * Starts a frontend of the database's servers, the primary first. Only a server that accepts connections gets any: it asks for a password (R), while a standby
 * without `hot_standby` answers with an error until it is promoted.
 */
export async function startDatabaseFrontend(folder: string, port: number, servers: readonly number[], user: string): Promise<Program> {
  const file = path.join(folder, 'haproxy-database.cfg');
  // A server counts as reachable until its first check: `backup` leads to the primary until then.
  const backends = servers
    .map((server, index) => `    server database-${index + 1} 127.0.0.1:${server} check${index === 0 ? '' : ' backup'}\n`)
    .join('');
  writeFileSync(
    file,
    `global
    maxconn 1000

listen database
    mode tcp
    bind 127.0.0.1:${port}
    timeout connect 1s
    timeout client 1h
    timeout server 1h
    timeout check 5s
    retries 1
    option tcp-check
    tcp-check connect
    tcp-check send-binary ${startupMessage(user)}
    tcp-check expect binary 52
    default-server inter 500 fall 1 rise 1 on-marked-down shutdown-sessions
${backends}`,
  );
  const program = start(HAPROXY, ['-db', '-f', file]);
  await ready('The frontend of the database', program, () => accepts(port));
  return program;
}
