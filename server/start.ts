/** `npm start`, also with `--dev` and `--empty`: reads the settings, starts the product, prints its URL and accounts, and stops it on a signal. */

import { parseArgs } from 'node:util';
import type { Product } from './app/product.ts';
import { readSettings, type Settings } from './platform/settings/settings.ts';

/** Longer than closing the server and stopping the database take at most; shorter than the 10 s after which a container is killed. */
const GRACE_MS = 9_000;
const RUNNER_CHECK_MS = 250;

function fail(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`orangery: ${text.split('\n')[0]}\n`);
  process.exit(1);
}

/** Loaded on demand, since a usual start does not need it. */
const emptyInstallation = () => import('./app/emptyInstallation.ts');
const emptySettingsOf = async (env: NodeJS.ProcessEnv) => (await emptyInstallation()).emptySettings(env);
const linesOf = async (settings: Settings) => (await emptyInstallation()).prepareEmpty(settings, () => Date.now());

async function start(): Promise<Product> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { dev: flag, empty: flag, devices: { type: 'string' } } });
  const env = values.devices === undefined ? process.env : { ...process.env, DEVICES: values.devices };
  const isDevelopment = values.dev;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const settings = values.empty ? await emptySettingsOf(env) : readSettings(env);
  const lines = values.empty ? await linesOf(settings) : [];
  // Loaded after the settings are checked, so that a wrong setting is refused at once and a signal during loading is handled.
  const { startProduct } = await import('./app/product.ts');
  const product = await startProduct({ settings, isDevelopment, print });
  for (const line of lines) print(line);
  return product;
}

/**
 * npm forwards a signal to the shell that started this process, and the shell exits without forwarding it, after which nothing is left to stop this process.
 */
function stopWithRunner(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const runner = process.ppid;
  setInterval(() => process.ppid !== runner && stop(), RUNNER_CHECK_MS).unref();
}

/** Stops the running product, or the one that is being started; a second signal has no effect. */
function stopOnSignals(starting: Promise<Product>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    starting.then((product) => product.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  stopWithRunner(stop);
}

try {
  const starting = start();
  // The signals are handled before the product is ready, because a reader of "ready" may stop it immediately.
  stopOnSignals(starting);
  const product = await starting;
  product.onCrash((what) => fail(`${what} ended unexpectedly; everything else was stopped.`));
} catch (error) {
  fail(error);
}
