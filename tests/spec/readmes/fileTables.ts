import path from 'node:path';

/** A path, relative to the folder of its README → the text of its row. */
export type Texts = ReadonlyMap<string, string>;

/** A row of a file table: a path in backticks, and a text. */
const ROW = /^\| `([\w./-]+\.tsx?)` \| (?:[^|\\]|\\.)*\|$/;
const EMPTY_TABLE = ['| File | Holds |', '|---|---|', ''];

const fileOf = (line: string) => ROW.exec(line)?.[1];

/** The number of folders that two files have in common; -1 without a file. */
function commonFolders(file: string, other: string | undefined): number {
  if (other === undefined) return -1;
  const theirs = path.posix.dirname(other).split('/');
  const differing = path.posix
    .dirname(file)
    .split('/')
    .findIndex((folder, at) => folder !== theirs[at]);
  return differing === -1 ? theirs.length : differing;
}

/** Adds a row behind the last one of those that have most folders in common with it. */
function withRow(lines: readonly string[], file: string, row: string): readonly string[] {
  const common = lines.map((line) => commonFolders(file, fileOf(line)));
  const most = Math.max(...common);
  return most === -1 ? [...lines, ...EMPTY_TABLE.with(2, row), ''] : lines.toSpliced(common.lastIndexOf(most) + 1, 0, row);
}

/** Writes the texts of all files into the file tables of a README: rows keep their places, other lines stay, and files without a row get one. */
export function withFileTables(readme: string, texts: Texts): string {
  const rows = new Map([...texts].map(([file, text]) => [file, `| \`${file}\` | ${text} |`]));
  const kept = readme.split('\n').flatMap((line) => {
    const file = fileOf(line);
    return file === undefined ? [line] : (rows.get(file) ?? []);
  });
  const named = new Set(kept.map(fileOf));
  const added = [...rows].filter(([file]) => !named.has(file));
  return added.reduce<readonly string[]>((lines, [file, row]) => withRow(lines, file, row), kept).join('\n');
}
