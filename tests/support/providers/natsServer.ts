import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../freePort.ts';
import { quickFolder } from '../newDataDir.ts';
import { missingOf } from './realProvider.ts';

const PROGRAM = '/usr/sbin/nats-server';

/** Returns why nats-server cannot be used here; null when it can. */
export const natsMissing = (): string | null => missingOf([PROGRAM]);

/** A running nats-server. */
export interface NatsServer {
  readonly port: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a nats-server with JetStream and one account on a port; resolves once it accepts connections. `folder` holds the streams of a former one. */
export async function startNats(port?: number, folder?: string): Promise<NatsServer> {
  const at = port ?? (await freePort());
  const streams = folder ?? mkdtempSync(path.join(quickFolder(), 'orangery-nats-'));
  const child = spawn(
    PROGRAM,
    ['-a', '127.0.0.1', '-p', String(at), '--user', 'orangery', '--pass', 'of the cluster', '-js', '-sd', streams],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) if (line.includes('Server is ready')) break;
  child.stderr.resume();
  return {
    port: at,
    url: `nats://orangery:of%20the%20cluster@127.0.0.1:${at}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (folder === undefined) rmSync(streams, { recursive: true, force: true });
    },
  };
}
