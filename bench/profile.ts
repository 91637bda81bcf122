/**
 * `npm run profile`: builds the console with function names, opens the fleet table with 10,000 reporting devices, writes
 * `console.cpuprofile`, and prints the busiest functions by self time.
 */

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from 'playwright-core';
import { build } from 'vite';
import { chromiumPath, openMeasuredChromium } from '../tests/support/chromium.ts';
import { benchFleet } from './benchFleet.ts';
import { openConsoleServer } from './consoleServer.ts';
import { openConsole } from './openConsole.ts';

const FOLDER = fileURLToPath(new URL('../.cache/profile-console', import.meta.url));
const FLEET = '/fleet/state';
const WARM_UP_MS = 5_000;
/** Time between two samples, in µs. */
const SAMPLE_US = 200;
const SECOND_MS = 1_000;
const TOP = 15;

const { values } = parseArgs({
  options: {
    path: { type: 'string', default: FLEET },
    devices: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
    file: { type: 'string', default: 'console.cpuprofile' },
  },
});

/** A profile as Chromium's protocol sends it; DevTools read it from a file in the same form. */
type Profile = Awaited<ReturnType<typeof profileOf>>;

async function profileOf(cdp: CDPSession, seconds: number) {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await cdp.send('Profiler.start');
  await pause(seconds * SECOND_MS);
  return (await cdp.send('Profiler.stop')).profile;
}

const IDLE = '(idle)';

/** How busy the thread was, and the functions in which most of its working samples fell, in percent of these samples. */
function summaryOf({ nodes }: Profile): readonly string[] {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes) {
    const file = callFrame.url.split('/').at(-1) ?? '';
    const name = `${callFrame.functionName || '(anonymous)'}${file === '' ? '' : `  ${file}:${String(callFrame.lineNumber + 1)}`}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  const busy = all - (hits.get(IDLE) ?? 0);
  hits.delete(IDLE);
  const percent = (count: number, of: number) => `${((count / of) * 100).toFixed(1).padStart(5)} %`;
  const most = [...hits].toSorted(([, a], [, b]) => b - a).slice(0, TOP);
  return [
    `${percent(busy, all)} of the time the thread worked; of that, each function itself:`,
    ...most.map(([name, count]) => `${percent(count, busy)}  ${name}`),
  ];
}

/** Profiles the main thread of a screen while each device reports once a second. */
async function profileScreen(browser: Browser): Promise<Profile> {
  const server = await openConsoleServer(benchFleet(Number(values.devices)), FOLDER);
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, serviceWorkers: 'block' });
  try {
    const page = await openConsole(context, server, values.path);
    await page.getByRole('heading').first().waitFor();
    if (values.path === FLEET) await page.getByText('Online').nth(5).waitFor();
    await pause(WARM_UP_MS);
    return await profileOf(await context.newCDPSession(page), Number(values.seconds));
  } finally {
    await context.close();
    server.close();
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
print('building the console with the names of its functions');
await build({
  configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
  logLevel: 'error',
  build: { outDir: FOLDER, minify: false },
});
const browser = await openMeasuredChromium(await chromiumPath());
try {
  const profile = await profileScreen(browser);
  writeFileSync(values.file, JSON.stringify(profile));
  print(`${values.path}, ${values.devices} devices, ${values.seconds} s: ${values.file}`);
  summaryOf(profile).forEach(print);
} finally {
  await browser.close();
}
