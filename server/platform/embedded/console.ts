/** Builds the console when it is missing or its sources have changed. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(fileURLToPath(import.meta.url), '../../../..');
/** The source files and folders of a build. */
export const consoleSources = [
  'src',
  'contract',
  'domain',
  'streams',
  'state',
  'past',
  'vite.config.ts',
  'vite.withoutUnused.ts',
  'vite.withoutWebgpu.ts',
  'vite.importsOf.ts',
  'vite.precompress.ts',
  'vite.reliableImports.ts',
  'vite.sampleSessions.ts',
  'fixtures/sessions',
  'tsconfig.json',
  'package-lock.json',
];

/** Name of the file with a digest of a build's sources. */
const STAMP = '.sources';

/** Folder of the built console. */
export const CONSOLE_DIR = path.join(ROOT, 'dist/console');

function filesBelow(at: string): readonly string[] {
  const full = path.join(ROOT, at);
  if (!existsSync(full)) return [];
  if (at.includes('.')) return [at];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of consoleSources.flatMap(filesBelow).toSorted()) hash.update(file).update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex');
}

/** Moves a finished build into place. If another start has put its own build there meanwhile, that build is kept, because a mixture would be unusable. */
export function replaceBuild(built: string, place: string): void {
  const former = `${built}-former`;
  if (existsSync(place)) attempt(() => renameSync(place, former));
  attempt(() => renameSync(built, place));
  for (const rest of [built, former]) rmSync(rest, { recursive: true, force: true });
}

/** Runs a rename, ignoring the failure if another process was faster. */
function attempt(rename: () => void): void {
  try {
    rename();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** Builds the console when it is missing or its sources have changed. Throws with a one-line message when the build fails. */
export function ensureConsole(log: (line: string) => void): void {
  const digest = digestOfSources();
  const stamp = path.join(CONSOLE_DIR, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  log('building the console (once, and after every change of it)');
  const vite = path.join(path.dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js');
  // The build does not use the server's NODE_ENV: with any value other than `production`, React's slow development build would be used.
  const env = { ...process.env, NODE_ENV: 'production' };
  // The build uses a separate folder, since several servers may be started in one folder at the same time.
  const outDir = `${CONSOLE_DIR}-${process.pid}`;
  const options = ['--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'];
  const built = spawnSync(process.execPath, [vite, 'build', ...options], { cwd: ROOT, encoding: 'utf8', env });
  if (built.status !== 0) {
    rmSync(outDir, { recursive: true, force: true });
    throw new Error(`The console could not be built: ${built.stderr.trim().split('\n')[0] ?? ''}`);
  }
  writeFileSync(path.join(outDir, STAMP), digest);
  replaceBuild(outDir, CONSOLE_DIR);
}
