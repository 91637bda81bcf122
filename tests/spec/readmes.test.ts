import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const FOLDERS = ['src', 'server', 'contract', 'domain', 'streams', 'state', 'past', 'session', 'cluster', 'bench', 'fixtures', 'examples'];
const under = (pattern: string) =>
  globSync(
    FOLDERS.map((folder) => `${folder}/**/${pattern}`),
    { cwd: root },
  ).toSorted();

/** Folder of a README → its text. */
type Readmes = ReadonlyMap<string, string>;

const sources = under('*.{ts,tsx}').filter((file) => !/\.(?:d|test|spec)\.tsx?$/.test(file));
const readmes: Readmes = new Map(under('README.md').map((file) => [path.posix.dirname(file), read(file)]));

/** `a/b/c.ts` → `a/b`, `a`. */
function foldersAbove(file: string): readonly string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

/** Names that stand for many, such as `XScreen.tsx` and `useX.ts`, and the names of tests. */
const NO_FILE = /(?:^x|X)(?=[A-Z.])|\.test\./;

/** The files in backticks of a text: names, or paths such as `seed/places.ts`. */
const filesNamedIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].flatMap(([, name = '']) => (NO_FILE.test(name) ? [] : [name]));

/** Files that no README of a folder above them names. */
function unnamed(files: readonly string[], texts: Readmes): readonly string[] {
  const names = new Map([...texts].map(([folder, text]) => [folder, new Set(filesNamedIn(text).map((name) => path.posix.basename(name)))]));
  return files.filter((file) => !foldersAbove(file).some((folder) => names.get(folder)?.has(path.posix.basename(file))));
}

/** Files that a table names and its folder lacks; one with a path may be elsewhere. */
function unknown(files: readonly string[], texts: Readmes): readonly string[] {
  return [...texts].flatMap(([folder, text]) => {
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const exists = (name: string) =>
      files.some((file) => `/${file}`.endsWith(`/${name}`) && (name.includes('/') || file.startsWith(`${folder}/`)));
    return filesNamedIn(rows.join('\n')).flatMap((name) => (exists(name) ? [] : [`${folder}/README.md: ${name}`]));
  });
}

it('[README1] the README of its folder, or of one above, names every source file', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(unnamed(sources, readmes)).toEqual([]);
});

it('[README2] every file in a table of a README exists', () => {
  expect(readmes.size).toBeGreaterThan(25);
  expect(unknown(sources, readmes)).toEqual([]);
});

it('[README2] no table of a README has a row twice', () => {
  const twice = [...readmes].flatMap(([folder, text]) => {
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    return rows.filter((row, at) => rows.indexOf(row) < at).map((row) => `${folder}/README.md: ${row}`);
  });
  expect(twice).toEqual([]);
});

const some: Readmes = new Map([
  ['a', '| `one.ts`, `b/two.tsx`, `XRow.tsx` | first |\n\nSee `four.ts`, and `OUT.test.ts`.'],
  ['a/b', '| `b.ts` |\n'],
]);

it.each([
  [['a/one.ts', 'a/b/two.tsx', 'a/c/four.ts', 'a/b/b.ts'], [], []],
  [['a/one.ts', 'a/b/two.tsx', 'a/b/b.ts', 'a/b.ts', 'c/one.ts'], ['a/b.ts', 'c/one.ts'], []],
  [['a/one.ts', 'a/two.tsx'], [], ['a/README.md: b/two.tsx', 'a/b/README.md: b.ts']],
])('[README1] [README2] of %j these are not named: %j, and these do not exist: %j', (files, missing, wrong) => {
  expect(unnamed(files, some)).toEqual(missing);
  expect(unknown(files, some)).toEqual(wrong);
});
