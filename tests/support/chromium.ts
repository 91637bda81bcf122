import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';
import { hasMemoryFolder } from './newDataDir.ts';

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

/** The flags of every browser that a test launches. */
export const chromiumFlags = [
  ...FLAGS,
  // A page ends too soon for the last optimising compiler: without it, a page that lives for a minute needs a fifth less CPU time.
  '--js-flags=--no-opt',
];

const runs = (executable: string) => spawnSync(executable, ['--version']).status === 0;

/**
 * Returns the browser's path: `$CHROMIUM`, else the one from npm, else an installed one where that one does not run. The one from npm has the same
 * version everywhere, and no window of its own: a new page takes it half the CPU time of an installed one.
 */
export async function chromiumPath(): Promise<string> {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined) return chosen;
  const fromNpm = await packed.executablePath();
  return runs(fromNpm) ? fromNpm : (INSTALLED.find((at) => existsSync(at)) ?? fromNpm);
}

/**
 * Default arguments of the automation that tests do without: one switches the popup blocker off, the other one keeps the memory that processes of the
 * browser share in files of the disk, for machines with little of it. The disk takes a fourteenth of the CPU time of a page.
 */
const unwantedFlags = ['--disable-popup-blocking', ...(hasMemoryFolder() ? ['--disable-dev-shm-usage'] : [])];

const launch = (executablePath: string, args: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...args], ignoreDefaultArgs: unwantedFlags });

/** Launches a real browser, with its popup blocker on. */
export const openChromium = (executablePath: string): Promise<Browser> => launch(executablePath, chromiumFlags);

/** Launches the browser of a benchmark, which optimises the code of its pages as that of a user does. */
export const openMeasuredChromium = (executablePath: string): Promise<Browser> => launch(executablePath, FLAGS);
