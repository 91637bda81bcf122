import { byCode, codeText, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { DEVELOPMENT, type ErrorTexts } from '#domain/errorCodes/errorCodeTexts';
import type { Column } from '#ui/column';

interface FileRow {
  readonly code: string;
  readonly texts: ErrorTexts;
}

const columnOf = (id: string, head: string, value: (row: FileRow) => string): Column<FileRow> => ({ id, head, value, cell: value });

/** Returns the columns of a saved catalogue: the code, its text for engineers, and one per language, named by its tag as an import reads it. */
export const fileColumns = (languages: readonly string[]): readonly Column<FileRow>[] => [
  columnOf('code', 'Code', ({ code }) => code),
  columnOf(DEVELOPMENT, 'Development', ({ texts }) => texts[DEVELOPMENT] ?? ''),
  ...languages.map((name) => columnOf(name, name, ({ texts }) => texts[name] ?? '')),
];

/** Returns a catalogue as rows, by the number of the code. */
export const fileRows = (catalogue: ErrorCatalogue): readonly FileRow[] =>
  Object.entries(catalogue)
    .toSorted(([a], [b]) => byCode(a, b))
    .map(([code, { description }]) => ({ code: codeText(code), texts: description }));
