import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from '#contract/schema';
import { CONSOLE_DIR, ensureConsole } from '#server/platform/embedded/console';
import { chromiumPath, openMeasuredChromium } from '../tests/support/chromium.ts';
import { benchFleet } from './benchFleet.ts';
import { budgets, type Budget } from './budgets.ts';
import { openConsoleServer, type ConsoleServer } from './consoleServer.ts';
import { openIn } from './openConsole.ts';
import { measured, type Result } from './result.ts';

const DEVICES = 24;
const chunk = z.object({ file: z.string(), imports: z.optional(z.array(z.string())), css: z.optional(z.array(z.string())) });
const manifest = z.record(z.string(), chunk);

/** The chunks of the first render on every screen (`home` of `vite.config.ts`), and of the screens from which a device can be stopped. */
const ALWAYS = ['index.html', '_home-'];
const FOR_STOP = [
  'screens/fleet/state/StateScreen.tsx',
  'screens/device/detail/DetailScreen.tsx',
  'screens/device/commands/CommandsScreen.tsx',
];
/** The chunks that are downloaded afterwards, while nobody waits for them. */
const FOR_MENUS = ['ui/OpenMenu.tsx'];

interface Route {
  readonly name: string;
  readonly path: string;
  /** The chunk of its screen. */
  readonly screen?: string;
  readonly isSignedIn: boolean;
  /** Resolves when the route counts as loaded. */
  readonly shown: (page: Page) => Promise<unknown>;
  readonly budget: Budget;
}

const ROUTES: readonly Route[] = [
  {
    name: 'login',
    path: '/',
    isSignedIn: false,
    shown: (page) => page.getByRole('button', { name: 'Log in' }).waitFor(),
    budget: budgets.loginSize,
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    screen: 'screens/dashboard/DashboardScreen.tsx',
    isSignedIn: true,
    shown: (page) => page.getByText('Treatment overview of the last day').waitFor(),
    budget: budgets.dashboardSize,
  },
  {
    name: 'device detail with map',
    path: '/device/detail',
    screen: 'screens/device/detail/DetailScreen.tsx',
    isSignedIn: true,
    shown: (page) => page.locator('canvas').first().waitFor(),
    budget: budgets.mapSize,
  },
];

// The font is counted separately: text is readable without it, and all routes share it.
const isFont = (name: string): boolean => name.endsWith('.woff2');

type Parts = z.infer<typeof manifest>;

/** Returns the files that chunks need, including those that they import. */
function filesOf(parts: Parts, keys: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const add = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    parts[key]?.imports?.forEach(add);
  };
  for (const key of keys) {
    const whole = key.endsWith('-') ? Object.keys(parts).find((part) => part.startsWith(key)) : key;
    if (whole === undefined || parts[whole] === undefined) throw new Error(`the build has no chunk ${key}`);
    add(whole);
  }
  return new Set([...seen].flatMap((key) => [parts[key]?.file ?? '', ...(parts[key]?.css ?? [])]));
}

/** Returns the files that the login page prefetches; they are not counted for that route. */
function filesAhead(parts: Parts): ReadonlySet<string> {
  const first = filesOf(parts, ['index.html']);
  return new Set([...filesOf(parts, Object.keys(parts))].filter((file) => !first.has(file) && !isFont(file)));
}

/** Returns the files that a route downloads after it is shown: those that a stop and a menu need but the route does not. */
function filesOnceShown(parts: Parts, { screen }: Route): ReadonlySet<string> {
  const first = filesOf(parts, screen === undefined ? ALWAYS : [...ALWAYS, screen]);
  return new Set([...filesOf(parts, [...FOR_STOP, ...FOR_MENUS])].filter((file) => !first.has(file)));
}

/** Returns the bytes that Chromium received for a route, by path, including headers, with an empty cache and without API responses. */
async function received(browser: Browser, server: ConsoleServer, route: Route): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const bytes = new Map<string, number>();
  const addresses = new Map<string, string>();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, new URL(request.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? '';
    // A module is downloaded, then imported from the cache.
    bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  await cdp.send('Network.enable');
  await openIn(page, server, route.path, route.isSignedIn);
  await route.shown(page);
  // Otherwise the font would be counted only in some runs.
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await context.close();
  return new Map([...bytes].filter(([name]) => !name.startsWith('/api/')));
}

/**
 * Measures `bundle`: the first load of each route in kB (1,000 bytes) as received by Chromium, with the product's static file handler and
 * compression.
 */
export async function bundleBench(): Promise<readonly Result[]> {
  ensureConsole((line) => process.stderr.write(`${line}\n`));
  const server = await openConsoleServer(benchFleet(DEVICES), CONSOLE_DIR);
  const browser = await openMeasuredChromium(await chromiumPath());
  try {
    const parts = manifest.parse(JSON.parse(readFileSync(path.join(CONSOLE_DIR, '.vite/manifest.json'), 'utf8')));
    const ahead = filesAhead(parts);
    const results: Result[] = [];
    for (const route of ROUTES) {
      const all = await received(browser, server, route);
      const needed = [...all].filter(([name]) => route.isSignedIn || !ahead.has(name.slice(1)));
      const onceShown = filesOnceShown(parts, route);
      const kbOf = (isCounted: (name: string) => boolean) =>
        needed.reduce((sum, [name, size]) => sum + (isCounted(name) ? size : 0), 0) / 1_000;
      results.push(
        measured(
          `first load: ${route.name}, received by Chromium`,
          kbOf((name) => !isFont(name) && !onceShown.has(name.slice(1))),
          route.budget,
        ),
      );
      if (route.screen !== undefined) {
        results.push({
          what: 'and what a stop and a menu need, of it so far',
          value: kbOf((name) => onceShown.has(name.slice(1))),
          unit: 'kB',
        });
      }
      results.push({ what: 'and the font, shown from when it comes', value: kbOf(isFont), unit: 'kB' });
    }
    return results;
  } finally {
    await browser.close();
    server.close();
  }
}
