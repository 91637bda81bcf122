import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { AcceptUpgrade } from '../http/upgrades.ts';
import { createSlots } from '../limits/slots.ts';
import { fromBroker, type ToBroker } from './brokerMessages.ts';
import type { OnConnection } from './connectionReasons.ts';
import type { Certificate } from './listeners.ts';
import { createUpgradeHandover } from './upgradeHandover.ts';

/** The broker of one of several instances; devices connect to any of them. */
export interface Gateway {
  /** Passes a command to a connected device; resolves with false when it is not connected here, or the broker has ended. */
  readonly deliver: (serial: string, payload: string) => Promise<boolean>;
  /** Calls the listener for each command result that arrives here, before it is stored. */
  readonly watchResults: (listener: (serial: string, payload: string) => void) => void;
  /** Returns whether the process of the broker is running. */
  readonly isUp: () => boolean;
}

/** A running embedded broker. */
export interface RunningBroker extends Gateway {
  /** The URL for the server: `mqtt://127.0.0.1:port`, or the only address on which it listens; without TLS and credentials. */
  readonly url: string;
  /** The port for devices. */
  readonly port: number;
  /** Uses another certificate from now on; open connections are kept. */
  readonly renew: (certificate: Certificate) => void;
  /** Takes over the connection of a device that arrived over HTTP. */
  readonly takeUpgrade: AcceptUpgrade;
  /** Ends the connections that arrived over HTTP, because the server that accepted them is being stopped. */
  readonly endWebSockets: () => void;
  /** Calls the listener for each outcome of a device's connection to this broker. */
  readonly watchConnections: (listener: OnConnection) => void;
  /** Returns the devices that are connected now. */
  readonly connected: () => ReadonlySet<string>;
  /** Returns the process id of the broker. */
  readonly pid: () => number | undefined;
  /** Ends the connection of a device to this broker. */
  readonly disconnect: (serial: string) => void;
  readonly stop: () => Promise<void>;
}

interface StartOptions {
  readonly secret: string;
  /** Address on which the broker listens. Default: loopback. */
  readonly host?: string;
  /** Port for devices; 0 picks a free port. */
  readonly port?: number;
  /** With a certificate, devices need TLS. Default: none. */
  readonly certificate?: Certificate;
  /** Addresses of NATS; if set, the broker is a gateway to the message stream. */
  readonly nats?: string;
  /** Returns whether a device may use this token as its password. */
  readonly takesToken: (serial: string, token: string) => Promise<boolean>;
  readonly log: Logger;
}

const LOOPBACK = '127.0.0.1';
const PROGRAM = fileURLToPath(new URL('brokerProcess.ts', import.meta.url));
/** Memory limit of the broker in MB; beyond it, the broker is ended by its runtime and restarted. */
const MAX_MEMORY_MB = 512;
const RESTART_MS = 200;
/** Limits of token checks, each a query to the database: how many run at the same time, and how many may wait. Further clients must reconnect. */
const TOKEN_CHECKS = { active: 32, waiting: 10_000, perKey: 4 };

/** Commands that were sent to the process and have not been answered. */
interface Handovers {
  readonly deliver: (child: ChildProcess, serial: string, payload: string) => Promise<boolean>;
  readonly settle: (id: number, isHeld: boolean) => void;
  /** Settles all commands, since the process has ended. */
  readonly failAll: () => void;
}

function createHandovers(): Handovers {
  const open = new Map<number, (isHeld: boolean) => void>();
  let count = 0;
  const settle = (id: number, isHeld: boolean) => {
    open.get(id)?.(isHeld);
    open.delete(id);
  };
  return {
    deliver: (child, serial, payload) => {
      if (!child.connected) return Promise.resolve(false);
      count += 1;
      const id = count;
      child.send({ kind: 'command', id, serial, payload } satisfies ToBroker);
      return new Promise((resolve) => void open.set(id, resolve));
    },
    settle,
    failAll: () => {
      for (const id of open.keys()) settle(id, false);
    },
  };
}

/** The ports of a broker; 0 until its first process has picked one. */
interface Ports {
  readonly port: number;
  readonly innerPort: number;
}

interface LaunchOptions extends StartOptions {
  readonly handovers: Handovers;
  readonly onResult: (serial: string, payload: string) => void;
  readonly onConnection: OnConnection;
}

/** Starts the process once and answers its requests; resolves with its ports. */
function launch(child: ChildProcess, options: LaunchOptions, ports: Ports): Promise<Ports> {
  const send = (message: ToBroker) => {
    if (child.connected) child.send(message);
  };
  const slots = createSlots(TOKEN_CHECKS);
  // The result is null if the queue is full or the database does not respond, neither of which means that the token is wrong.
  const check = (serial: string, token: string): Promise<boolean | null> =>
    slots(serial, () => options.takesToken(serial, token)).catch(() => null);
  return new Promise((resolve, reject) => {
    child.on('message', (value) => {
      const message = fromBroker.parse(value);
      if (message.kind === 'ready') resolve({ port: message.port, innerPort: message.innerPort });
      if (message.kind === 'failed') reject(new Error(`The device broker did not start: ${message.reason}`));
      if (message.kind === 'handed') options.handovers.settle(message.id, message.isHeld);
      if (message.kind === 'result') options.onResult(message.serial, message.payload);
      if (message.kind === 'connection') options.onConnection(message.serial, message.change, message.reason);
      if (message.kind !== 'token') return;
      void check(message.serial, message.token).then((isKnown) => send({ kind: 'known', id: message.id, isKnown }));
    });
    child.once('exit', () => reject(new Error('The device broker ended while it started.')));
    const { secret, host = LOOPBACK, certificate = null, nats = null } = options;
    send({ kind: 'open', secret, host, ...ports, certificate, nats });
  });
}

/** Returns the host for the server's own connection: listening on all addresses includes loopback. */
function reachedAt(host = LOOPBACK): string {
  if (host === '0.0.0.0' || host === '::') return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}

// The broker has a separate process group: Ctrl-C signals only the server, which stops the broker after its connections.
const createProcess = () =>
  fork(PROGRAM, [], {
    detached: true,
    env: brokerEnvironment(process.env),
    execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Returns the environment of the broker: only the paths of programs and compiled code, but no key or password, because the broker parses input of devices. */
export const brokerEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'SystemRoot', 'TMPDIR', 'TZ', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  );

/** Starts the process, and restarts it on the same ports when it ends unexpectedly. `onEnd` is called at each end. */
async function keepRunning(given: LaunchOptions, onEnd: () => void) {
  let options = given;
  let isStopping = false;
  let child = createProcess();
  const ports = await launch(child, options, { port: given.port ?? 0, innerPort: 0 });
  const watch = () => {
    child.once('exit', (code, signal) => {
      onEnd();
      if (isStopping) return;
      options.log.error({ code, signal }, 'the device broker ended unexpectedly and is started again');
      setTimeout(restart, RESTART_MS);
    });
  };
  const restart = () => {
    if (isStopping) return;
    child = createProcess();
    launch(child, options, ports).then(watch, (error: unknown) => {
      options.log.error({ err: error }, 'the device broker cannot be started');
      child.kill('SIGKILL');
      setTimeout(restart, RESTART_MS);
    });
  };
  watch();
  const send = (message: ToBroker) => void (child.connected && child.send(message));
  return {
    ports,
    child: () => child,
    send,
    renew: (certificate: Certificate) => {
      options = { ...options, certificate };
      send({ kind: 'certificate', certificate });
    },
    stop: async () => {
      isStopping = true;
      const ended = new Promise<void>((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
      );
      // The broker has no state that must be saved.
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Starts the embedded broker in a separate process and keeps it running: when it ends unexpectedly, another process takes its port, and devices and
 * server reconnect. No acknowledged message is lost. Throws with a one-line message if the first process does not start.
 */
export async function startBroker(given: StartOptions): Promise<RunningBroker> {
  const handovers = createHandovers();
  let onResult: (serial: string, payload: string) => void = () => undefined;
  let onConnection: OnConnection = () => undefined;
  const connected = new Set<string>();
  const options: LaunchOptions = {
    ...given,
    handovers,
    onResult: (serial, payload) => onResult(serial, payload),
    onConnection: (serial, change, reason) => {
      if (change === 'connected') connected.add(serial);
      if (change === 'disconnected') connected.delete(serial);
      onConnection(serial, change, reason);
    },
  };
  const { ports, child, send, renew, stop } = await keepRunning(options, () => {
    handovers.failAll();
    connected.clear();
  });
  return {
    url: given.certificate === undefined ? `mqtt://${reachedAt(given.host)}:${ports.port}` : `mqtt://${LOOPBACK}:${ports.innerPort}`,
    port: ports.port,
    renew,
    takeUpgrade: createUpgradeHandover(child),
    endWebSockets: () => send({ kind: 'endWebSockets' }),
    connected: () => connected,
    pid: () => child().pid,
    disconnect: (serial) => send({ kind: 'disconnect', serial }),
    deliver: (serial, payload) => handovers.deliver(child(), serial, payload),
    watchConnections: (listener) => {
      onConnection = listener;
    },
    watchResults: (listener) => {
      onResult = listener;
    },
    isUp: () => child().connected,
    stop,
  };
}
