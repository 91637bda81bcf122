import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compileCache.ts';
import { freePort } from './freePort.ts';
import { newDataDir, quickFolder } from './newDataDir.ts';

const ROOT = path.join(fileURLToPath(import.meta.url), '../../..');

/** A product started as in production, in its own process. */
export interface StartedProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Returns everything it printed so far. */
  readonly printed: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<void>;
}

/** Starts the product on a free port with its own data folder; resolves once it prints that it is ready. Rejects with its error output. */
export async function startProduct(env: Readonly<Record<string, string>> = {}, options: readonly string[] = []): Promise<StartedProduct> {
  const dataDir = env['DATA_DIR'] ?? newDataDir(quickFolder());
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, ['server/start.ts', ...options], {
    cwd: ROOT,
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      NODE_ENV: 'development',
      PORT: port,
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    let complaint = '';
    child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString()));
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (/^ready /m.test(text)) resolve();
    });
    void ended.then(() => reject(new Error(complaint)));
  });
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    printed: () => text,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (env['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the health of a product; each part is true while it is reachable. */
export const healthOf = async ({ url }: Pick<StartedProduct, 'url'>): Promise<unknown> => (await fetch(`${url}/healthz`)).json();

/** The health of a product whose parts are all reachable. */
export const healthy = { database: true, broker: true };

/** Returns the addresses of the parts of a running product, from its data folder. */
export function partsOf(dataDir: string): { databaseUrl: string; mqttUrl: string; brokerSecret: string } {
  return JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'));
}
