import path from 'node:path';

/** What a row says of its file: a text, and the names that it exports. */
interface Row {
  readonly text: string;
  readonly exports: string;
}
/** A path, relative to the folder of its README → its row. */
export type Rows = ReadonlyMap<string, Row>;

/** A row of a file table: a path in backticks, a text, and the exports. */
const ROW = /^\| `([\w./-]+\.tsx?)` \| (?:[^|\\]|\\.)*\|(?:[^|]*\|)?$/;
/** The head of a table that has no column of exports yet, and its line. */
const HEAD = /^\| (?:[^|\\]|\\.)* \| \w+ \|$/;
const LINE = '|---|---|';
const EMPTY_TABLE = ['| File | Holds | Exports |', '|---|---|---|', ''];

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

/** Adds the column of exports to the head of a file table. */
const withExports = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => {
    const isFileTable = (head: number) =>
      HEAD.test(lines[head] ?? '') && lines[head + 1] === LINE && fileOf(lines[head + 2] ?? '') !== undefined;
    if (isFileTable(at)) return `${line} Exports |`;
    return isFileTable(at - 1) ? `${line}---|` : line;
  });

/** Writes the texts of all files into the file tables of a README: rows keep their places, other lines stay, and files without a row get one. */
export function withFileTables(readme: string, given: Rows): string {
  const rows = new Map([...given].map(([file, { text, exports }]) => [file, `| \`${file}\` | ${text} | ${exports} |`]));
  const kept = readme.split('\n').flatMap((line) => {
    const file = fileOf(line);
    return file === undefined ? [line] : (rows.get(file) ?? []);
  });
  const named = new Set(kept.map(fileOf));
  const added = [...rows].filter(([file]) => !named.has(file));
  return withExports(added.reduce<readonly string[]>((lines, [file, row]) => withRow(lines, file, row), kept)).join('\n');
}
