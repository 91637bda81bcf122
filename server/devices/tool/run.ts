/** `npm run device`: checks messages (`checkMessages.ts`) or simulates a robot (`play.ts`). */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkMessages } from './checkMessages.ts';
import { brokerOf } from './brokerOf.ts';
import { play } from './play.ts';

// `npm run device`: checks messages of a robot in the same way as the server reads them, or simulates a robot to try out an installation.

const USAGE = `npm run device -- check FILE
npm run device -- play --serial SERIAL --token TOKEN_OR_FILE [--url mqtt://127.0.0.1:1883]

The url is one of the tab Connection of the device, or the address of the console.`;

const USUAL_URL = 'mqtt://127.0.0.1:1883';

/** Returns the given token, or the one in the given file, plain or as the console saves it. */
async function tokenOf(given: string): Promise<string> {
  const text = (await readFile(given, 'utf8').catch(() => given)).trim();
  const [, token = text] = /"access_token"\s*:\s*"([^"]+)"/.exec(text) ?? [];
  return token;
}

async function check(file: string): Promise<number> {
  const { lines, isWhole } = await checkMessages(await readFile(file, 'utf8'), Date.now());
  process.stdout.write(`${lines.join('\n')}\n`);
  return isWhole ? 0 : 1;
}

async function startPlay(serial: string, token: string, url: string): Promise<void> {
  const stop = play({
    url,
    serial,
    token: await tokenOf(token),
    now: () => Date.now(),
    print: (line) => void process.stdout.write(`${line}\n`),
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  });
  const end = () => void stop().finally(() => process.exit(0));
  process.once('SIGINT', end).once('SIGTERM', end);
}

const options = { serial: { type: 'string' }, token: { type: 'string' }, url: { type: 'string', default: USUAL_URL } } as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [act, file, ...more] = positionals;
  if (act === 'check' && file !== undefined && more.length === 0) return check(file);
  const { serial, token, url } = values;
  if (act !== 'play' || file !== undefined || serial === undefined || token === undefined) throw new Error(USAGE);
  await startPlay(serial, token, brokerOf(url));
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`orangery: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
