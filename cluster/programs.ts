import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian's packages that a cluster needs, and a program of each. */
const PACKAGES = [
  ['nats-server', '/usr/sbin/nats-server'],
  ['haproxy', '/usr/sbin/haproxy'],
] as const;

/** Returns the packages that are not installed. */
export const missingPackages = (): readonly string[] => PACKAGES.flatMap(([name, program]) => (existsSync(program) ? [] : [name]));

/** A running program of the cluster. */
export interface Program {
  readonly pid: number;
  /** Everything it printed so far. */
  readonly printed: () => string;
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Asks it to end, and kills it when it does not within its grace. */
  readonly stop: () => Promise<void>;
}

const GRACE_MS = 8_000;
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

/** Starts a program that ends with this process's cluster. */
export function start(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    printed: () => text,
    ended,
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Waits until a check holds. Throws with the program's output when it ends first, or after a minute. */
export async function ready(name: string, program: Program, check: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let isOver = false;
  void program.ended.then(() => (isOver = true));
  while (!(await check())) {
    if (isOver || performance.now() > end) throw new Error(`${name} does not start:\n${program.printed()}`);
    await sleep(LOOK_MS);
  }
}

/** Returns whether a port of this machine accepts connections. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
