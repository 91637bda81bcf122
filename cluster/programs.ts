/** Programs of the cluster as child processes: starts one, waits until it is ready or accepts connections, stops it. */

import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running program of the cluster. */
export interface Program {
  readonly pid: number;
  /** Everything it printed so far. */
  readonly printed: () => string;
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Asks the program to end, and kills it when it has not ended within its grace period. */
  readonly stop: () => Promise<void>;
}

/** Longer than a server takes at most. */
const GRACE_MS = 12_000;
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The OS account to run as. Default: the current one. */
  readonly account?: { readonly uid: number; readonly gid: number } | null;
  /** The signal that asks the program to end. Default: SIGTERM. */
  readonly endSignal?: NodeJS.Signals;
}

/** Starts a program that ends with this process's cluster. */
export function start(command: string, args: readonly string[], { env, cwd, account, endSignal }: StartOptions = {}): Program {
  const child = spawn(command, args, { env: env ?? process.env, cwd, ...account, stdio: ['ignore', 'pipe', 'pipe'] });
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
      child.kill(endSignal ?? 'SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Runs a program to its end. Throws with its output when it fails. */
export async function run(command: string, args: readonly string[], options: StartOptions = {}): Promise<void> {
  const program = start(command, args, options);
  if ((await program.ended) !== 0) throw new Error(`${command} failed:\n${program.printed()}`);
}

/** Waits until a check succeeds. Throws with the program's output when it ends first, or after a minute. */
export async function ready(name: string, program: Program, check: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let isOver = false;
  void program.ended.then(() => (isOver = true));
  while (!(await check())) {
    if (isOver || performance.now() > end) throw new Error(`${name} does not start:\n${program.printed()}`);
    await sleep(LOOK_MS);
  }
}

/** Returns whether an address answers a request with success. */
export const isHealthy = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

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
