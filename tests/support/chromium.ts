import { existsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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
  return chromium.launchServer(await options());
}
