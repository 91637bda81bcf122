import { existsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  // Where there is no graphics card, letters are drawn faster without pretending that there is one.
  '--disable-gpu-rasterization',
  // Pages without WebGL are composed without a graphics library, which takes a fifth of the time; WebGL itself still draws, with jagged edges.
  '--disable-gpu-compositing',
  '--webgl-antialiasing-mode=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** `$CHROMIUM`, else the machine's own, else the one that comes from npm. */
async function executable(): Promise<string> {
  return process.env['CHROMIUM'] ?? INSTALLED.find((at) => existsSync(at)) ?? (await packed.executablePath());
}

const options = async () => ({ executablePath: await executable(), args: FLAGS, ignoreDefaultArgs: ['--disable-popup-blocking'] });

/** A real browser. Popups are blocked as for a person: the automation's own exception is taken out. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch(await options());
}

/** The same browser for several test files, each of which connects to it and has contexts of its own. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(await options());
}
