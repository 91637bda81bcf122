import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const sources = (...folders: readonly string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).toSorted();

/** A file and its text. */
type Source = readonly [file: string, text: string];
/** From folder to the folders it imports. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** The folders for which names stand in imports: `#ui` → `src/ui`. */
const aliases = new Map(
  Object.entries(tsconfig.compilerOptions.paths).map(([name, [first = '']]) => [
    name.replace('/*', ''),
    path.posix.join(path.posix.dirname(first)),
  ]),
);

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [name = '', ...rest] = specifier.split('/');
  const folder = aliases.get(name);
  return folder === undefined ? null : path.posix.join(folder, ...rest);
}

/** Reads the imports of files, also those on demand, as imports of folders; `folderOf` gives the folder of a file. */
function importsOf(files: readonly Source[], folderOf: (file: string) => string | null): Imports {
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = folderOf(file);
    if (from === null) continue;
    const folders = imports.get(from) ?? new Set();
    for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\() ?'([^']+)'/g)) {
      const target = targetOf(file, specifier);
      const to = target === null ? null : folderOf(target);
      if (to !== null && to !== from) folders.add(to);
    }
    imports.set(from, folders);
  }
  return imports;
}

/** The folders that a folder reaches over imports. */
function reached(imports: Imports, from: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const to of imports.get(from) ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    reached(imports, to, seen);
  }
  return seen;
}

const ringsIn = (imports: Imports) => [...imports.keys()].filter((folder) => reached(imports, folder).has(folder));

const folderOf = (file: string) => path.posix.dirname(file);

const PRODUCT = ['contract', 'domain', 'streams', 'state', 'past', 'src', 'server', 'session', 'cluster', 'bench', 'fixtures', 'examples'];

it('[FOLDERS3] no folders of the product import each other in a ring, a folder and one in it neither', () => {
  const imports = importsOf(
    sources(...PRODUCT).map((file) => [file, read(file)]),
    folderOf,
  );
  expect(imports.size).toBeGreaterThan(60);
  expect(ringsIn(imports)).toEqual([]);
});

/** The folder of a feature of the server. */
const featureOf = (file: string): string | null => /^server\/([^/]+)\//.exec(file)?.[1] ?? null;

it('[FOLDERS1] no features of the server import each other in a ring; the platform imports no feature and nobody imports the composition', () => {
  const imports = importsOf(
    sources('server').map((file) => [file, read(file)]),
    featureOf,
  );
  expect(imports.size).toBeGreaterThan(10);
  expect(ringsIn(imports)).toEqual([]);
  expect([...(imports.get('platform') ?? [])]).toEqual([]);
  expect([...imports].filter(([, targets]) => targets.has('app'))).toEqual([]);
});

it('[FOLDERS2] the simulator knows the contract and the rules, as a robot does, and nothing of the server', () => {
  const imports = importsOf(
    sources('server/simulator').map((file) => [file, read(file)]),
    featureOf,
  );
  expect([...imports.keys()]).toEqual(['simulator']);
  expect([...(imports.get('simulator') ?? [])]).toEqual([]);
});

it('[FOLDERS1] [FOLDERS3] finds a ring', () => {
  const files: readonly Source[] = [
    ['server/a/one.ts', "import { b } from '../b/two.ts';"],
    ['server/b/two.ts', "import { c } from '#server/c/three';"],
    ['server/c/three.ts', "const one = () => import('../a/one.ts');"],
    ['server/d/four.ts', "import { a } from '../a/one.ts';\nimport { i } from './in/five.ts';"],
    ['server/d/in/five.ts', "import { d } from '../four.ts';"],
  ];
  expect(ringsIn(importsOf(files, featureOf))).toEqual(['a', 'b', 'c']);
  expect(ringsIn(importsOf(files, folderOf))).toEqual(['server/a', 'server/b', 'server/c', 'server/d', 'server/d/in']);
});

it('[REPLAY2] every pattern of the code that a replay loads ahead finds a file', () => {
  const file = 'src/app/replay/startReplay.tsx';
  const [, list = ''] = /import\.meta\.glob\(\[(.*?)\]/s.exec(read(file)) ?? [];
  const patterns = [...list.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => path.posix.join(path.posix.dirname(file), pattern));
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
