import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsOf, textOf } from './docstrings.ts';
import { withFileTables } from './fileTables.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['src', 'server', 'contract', 'domain', 'streams', 'state', 'past', 'session', 'cluster', 'bench', 'fixtures', 'examples'];
const under = (pattern: string) =>
  globSync(
    FOLDERS.map((folder) => `${folder}/**/${pattern}`),
    { cwd: root },
  ).toSorted();

/** Folder of a README → its text. */
export type Readmes = ReadonlyMap<string, string>;

/** The absolute path of a file of the project. */
export const absolute = (file: string) => path.join(root, file);
const read = (file: string) => readFileSync(absolute(file), 'utf8');

/** The source files of the product: no tests, no declarations. */
export const sources = under('*.{ts,tsx}').filter((file) => !/\.(?:d|test|spec)\.tsx?$/.test(file));

/** The READMEs of the folders with sources, as they are. */
export const readmes: Readmes = new Map(under('README.md').map((file) => [path.posix.dirname(file), read(file)]));

const isOwn = (file: string) => !/(?:^|\/)(?:node_modules|dist|\.git)(?:\/|$)/.test(file);
const anywhere = (pattern: string) => globSync(`**/${pattern}`, { cwd: root, exclude: (file) => !isOwn(file) });

/** All TypeScript files, with tests. */
export const allFiles = anywhere('*.{ts,tsx}');

/** The texts about the project as it is, by file: neither the list of changes nor the decisions, which speak of their day. */
export const documents: ReadonlyMap<string, string> = new Map(
  anywhere('*.md')
    .filter((file) => file !== 'CHANGELOG.md' && !file.startsWith('docs/decisions/'))
    .map((file) => [file, read(file)]),
);

/** `a/b/c.ts` → `a/b`, `a`. */
export function foldersAbove(file: string): readonly string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

/** The README that a file belongs to: the nearest one above it. */
const ownerOf = new Map(sources.map((file) => [file, foldersAbove(file).find((folder) => readmes.has(folder))]));

/** The READMEs with the rows of their file tables made from docstrings and exports. */
export function writtenReadmes(): Readmes {
  const rowsIn = (folder: string) =>
    sources
      .filter((file) => ownerOf.get(file) === folder)
      .map((file) => {
        const relative = path.posix.relative(folder, file);
        const source = read(file);
        return [relative, { text: textOf(relative, source), exports: exportsOf(relative, source) }] as const;
      });
  return new Map([...readmes].map(([folder, readme]) => [folder, withFileTables(readme, new Map(rowsIn(folder)))]));
}
