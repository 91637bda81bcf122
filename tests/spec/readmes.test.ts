import path from 'node:path';
import { expect, it } from 'vitest';
import { exportsOf, textOf } from './readmes/docstrings.ts';
import { withFileTables } from './readmes/fileTables.ts';
import { allFiles, documents, foldersAbove, type Readmes, readmes, sources, writtenReadmes } from './readmes/sources.ts';

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

/** Files that a text names, in backticks or not, of which no path of the project ends so. */
function gone(text: string, ends: ReadonlySet<string>): readonly string[] {
  const named = [...text.matchAll(/(?<![\w./*-])(?:\w[\w.-]*\/)*\w[\w.-]*\.tsx?(?![\w/])/g)].map(([name]) => name);
  return named.filter((name) => !NO_FILE.test(name) && !ends.has(name));
}

/** The ends of paths: of `a/b.ts` these are `a/b.ts` and `b.ts`. */
const endsOf = (files: readonly string[]) =>
  new Set(files.flatMap((file) => file.split('/').map((_, from, names) => names.slice(from).join('/'))));

it('[README4] every source file that a document or a table of rules names exists', () => {
  const ends = endsOf(allFiles);
  expect(documents.size).toBeGreaterThan(40);
  expect([...documents].flatMap(([file, text]) => gone(text, ends).map((name) => `${file}: ${name}`))).toEqual([]);
});

it('[README4] a file that moved or went is found', () => {
  const ends = endsOf(['a/b/one.ts', 'a/two.tsx']);
  expect(gone('See `a/b/one.ts`, b/one.ts, one.ts (`two.tsx`) | a/two.tsx |', ends)).toEqual([]);
  expect(gone('See `b/two.tsx`, one.tsx and `a/one.ts`; `XRow.tsx`, `selectXRows.ts`.', ends)).toEqual([
    'b/two.tsx',
    'one.tsx',
    'a/one.ts',
  ]);
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

it('[README3] the file tables are those of `npm run readmes`: every file in the nearest README, with its docstring and exports', () => {
  const differing = [...writtenReadmes()].filter(([folder, written]) => written !== readmes.get(folder));
  expect(differing.map(([folder]) => `${folder}/README.md`)).toEqual([]);
});

it('[README3] every file has a docstring, whose first sentence makes a row of at most 220 characters', () => {
  const rows = [...readmes].flatMap(([folder, text]) =>
    [...text.matchAll(/^(\| `[\w./-]+\.tsx?` \| (?:[^|\\]|\\.)*\|)[^|]*\|$/gm)].map(([, row = '']) => `${folder}: ${row}`),
  );
  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows.filter((row) => row.endsWith('|  |') || row.slice(row.indexOf('|')).length > 220)).toEqual([]);
});

const exported = '/** Opens it. */\nexport function open() {}\n';

it.each([
  ['its overview', `/** The door. */\n\nimport a from 'a';\n\n${exported}`, 'The door.'],
  ['the export with its name', `/** Where it is. */\nexport interface Place {}\n${exported}`, 'Opens it.'],
  [
    'its first export',
    "import a from 'a';\n\n/** Closes it. */\nexport const close = 1;\n/** Ends it. */\nexport const end = 1;\n",
    'Closes it.',
  ],
  ['its first docstring', '/** Counts. */\nlet count = 0;\n\nexport const none = 0;\n', 'Counts.'],
  [
    'two sentences',
    '/**\n * Opens it, `a|b`.\n * By a key. Source: KEY-1. Twice.\n */\nexport const open = 1;\n',
    'Opens it, `a\\|b`. By a key.',
  ],
  [
    'one sentence',
    `/** ${'Long. '.padStart(200, 'long ')}Short. Source: KEY-1. */\nexport const open = 1;\n`,
    'Long.'.padStart(199, 'long '),
  ],
  ['nothing', 'export const open = 1;\n', ''],
])('[README3] the text of a file is %s', (_, source, text) => {
  expect(textOf('open.ts', source)).toBe(text);
});

it('[README3] a row names what a file exports, each once, without the one that it has the name of', () => {
  const overloads = 'export async function shut(): void;\nexport async function shut(by?: Key): void {}\n';
  expect(exportsOf('b/open.ts', `${exported}export type Key = string;\nconst own = 1;\n${overloads}export default class {}\n`)).toBe(
    '`Key`, `shut`',
  );
});

const tables =
  '# a\n\n| File | Holds |\n|---|---|\n| `z.ts` | old |\n| `gone.ts` | old |\n| `x.css` | kept |\n\n| `b/` | Holds |\n|---|---|\n| `b/y.ts` | `a\\|b` |\n\nEnd.\n';

it('[README3] rows keep their places, those of files that are gone go, and a file without one gets it beside its neighbours', () => {
  const rows = new Map(['a.ts', 'b/c.ts', 'b/y.ts', 'z.ts'].map((file) => [file, { text: `new ${file}`, exports: '`A`' }]));
  const written =
    '# a\n\n| File | Holds | Exports |\n|---|---|---|\n| `z.ts` | new z.ts | `A` |\n| `a.ts` | new a.ts | `A` |\n| `x.css` | kept |\n\n' +
    '| `b/` | Holds | Exports |\n|---|---|---|\n| `b/y.ts` | new b/y.ts | `A` |\n| `b/c.ts` | new b/c.ts | `A` |\n\nEnd.\n';
  expect(withFileTables(tables, rows)).toBe(written);
  expect(withFileTables(written, rows)).toBe(written);
  const first = new Map([['b.ts', { text: 'new', exports: '' }]]);
  expect(withFileTables('# a\n', first)).toBe('# a\n\n| File | Holds | Exports |\n|---|---|---|\n| `b.ts` | new |  |\n');
});
