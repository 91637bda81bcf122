import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from '#contract/schema';
import { CONSOLE_DIR, ensureConsole } from '#server/embedded/console';
import { budgets, type Budget } from './budgets.ts';
import { measured, type Result } from './result.ts';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).optional(),
  dynamicImports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
const manifest = z.record(z.string(), chunk);

const FRAME = ['app/openApp', 'app/Frame'];

/** What a person has to load to see a route: the entry, then the lazy pieces of each stage, by a part of their source name. What is fetched ahead is not counted. */
const ROUTES: readonly { readonly name: string; readonly pieces: readonly string[]; readonly budget: Budget }[] = [
  { name: 'login', pieces: [], budget: budgets.loginSize },
  { name: 'dashboard', pieces: [...FRAME, 'screens/dashboard/'], budget: budgets.dashboardSize },
  { name: 'device detail with map', pieces: [...FRAME, 'screens/device/detail/', 'map/MapView'], budget: budgets.mapSize },
];

/** Gzip size in kB (1,000 bytes) of the scripts and styles that a route loads first. */
export function bundleBench(): readonly Result[] {
  ensureConsole((line) => process.stderr.write(`${line}\n`));
  const parts = manifest.parse(JSON.parse(readFileSync(path.join(CONSOLE_DIR, '.vite/manifest.json'), 'utf8')));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known =
      sizes.get(file) ?? (existsSync(path.join(CONSOLE_DIR, file)) ? gzipSync(readFileSync(path.join(CONSOLE_DIR, file))).length : 0);
    sizes.set(file, known);
    return known;
  };
  const closure = (key: string, seen: Set<string>) => {
    const part = parts[key];
    if (part === undefined || seen.has(key)) return;
    seen.add(key);
    for (const next of part.imports ?? []) closure(next, seen);
  };
  return ROUTES.map(({ name, pieces, budget }) => {
    const seen = new Set<string>();
    closure('index.html', seen);
    for (const key of Object.keys(parts)) if (pieces.some((piece) => key.includes(piece))) closure(key, seen);
    const files = new Set([...seen].flatMap((key) => [parts[key]?.file ?? '', ...(parts[key]?.css ?? [])]).filter((file) => file !== ''));
    const kb = [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
    return measured(`first load: ${name}, gzip`, kb, budget);
  });
}
