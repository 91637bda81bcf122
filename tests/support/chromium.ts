import { existsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Features off by default in automation. A second `--disable-features` replaces the first, so that the list is repeated here. */
const OFF_BY_DEFAULT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/**
 * Features of the browser's own window: each window renders pages for the list under its address bar, which takes as much CPU time as the page
 * under test. The spare renderer process is started for a page that mostly never comes.
 */
const OFF_HERE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
const DISABLE = '--disable-features=';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  // Without a graphics card, text is rasterised faster without GPU emulation.
  '--disable-gpu-rasterization',
  // Pages without WebGL are composited in software, which takes a fifth of the time; WebGL still works, without antialiasing.
  '--disable-gpu-compositing',
  '--webgl-antialiasing-mode=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Pages live too short for the middle compiler to pay off.
  '--js-flags=--no-maglev',
  `${DISABLE}${[...OFF_BY_DEFAULT, ...OFF_HERE].join()}`,
];

/** Returns the browser's path: `$CHROMIUM`, else an installed one, else the one from npm. */
async function executable(): Promise<string> {
  return process.env['CHROMIUM'] ?? INSTALLED.find((at) => existsSync(at)) ?? (await packed.executablePath());
}

const options = async () => ({ executablePath: await executable(), args: FLAGS, ignoreDefaultArgs: ['--disable-popup-blocking'] });

/** Launches a real browser with its popup blocker on: the automation's default argument against it is removed. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch(await options());
}

/** Launches a browser shared by several test files; each connects to it and has its own contexts. */
export async function serveChromium(): Promise<BrowserServer> {
  const server = await chromium.launchServer(await options());
  const [defaults = ''] = server.process().spawnargs.filter((flag) => flag.startsWith(DISABLE));
  const missing = defaults
    .slice(DISABLE.length)
    .split(',')
    .filter((feature) => !OFF_BY_DEFAULT.includes(feature));
  if (missing.length > 0) throw new Error(`OFF_BY_DEFAULT in tests/support/chromium.ts lacks ${missing.join()}`);
  return server;
}
