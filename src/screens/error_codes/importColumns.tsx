/** The columns of the import preview: changed texts, invalid lines. */

import type { CodeImport } from '#domain/errorCodes/codeImport';
import { codeText } from '#domain/errorCodes/errorCode';
import { DEVELOPMENT } from '#domain/errorCodes/errorCodeTexts';
import { languageName } from '#domain/text/languageName';
import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';

/** A text that an import adds or changes. */
export interface ChangeRow {
  readonly key: string;
  readonly code: string;
  readonly kind: 'New' | 'Changed';
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

const rowOf = (given: string, kind: ChangeRow['kind'], language: string, before: string, after: string): ChangeRow => {
  const code = codeText(given);
  return {
    key: `${code} ${language}`,
    code,
    kind,
    language: language === DEVELOPMENT ? 'Development' : languageName(language),
    before,
    after,
  };
};

/** Returns each text that an import changes, then each that it adds. */
export const changeRows = ({ added, changed }: CodeImport): readonly ChangeRow[] => [
  ...changed.flatMap(({ code, changes }) => changes.map(({ language, before, after }) => rowOf(code, 'Changed', language, before, after))),
  ...added.flatMap(({ code, description }) =>
    Object.entries(description).map(([language, after]) => rowOf(code, 'New', language, '', after)),
  ),
];

const long = (text: string) => <WrappingText>{text === '' ? MISSING : text}</WrappingText>;

/** The columns of the texts that an import changes. */
export const changeColumns: readonly Column<ChangeRow>[] = [
  { id: 'code', head: 'Code', width: 130, narrow: 'title', value: ({ code }) => code, cell: ({ code }) => <strong>{code}</strong> },
  {
    id: 'kind',
    head: 'Change',
    width: 110,
    narrow: 'state',
    value: ({ kind }) => kind,
    filter: { kind: 'values' },
    cell: ({ kind }) => kind,
  },
  {
    id: 'language',
    head: 'Text',
    width: 140,
    narrow: 'place',
    value: ({ language }) => language,
    filter: { kind: 'values' },
    cell: ({ language }) => language,
  },
  { id: 'before', head: 'Before', narrow: 'more', value: ({ before }) => before, cell: ({ before }) => long(before) },
  { id: 'after', head: 'After', narrow: 'more', value: ({ after }) => after, cell: ({ after }) => long(after) },
];

type Problem = CodeImport['problems'][number];

/** The columns of the invalid lines. */
export const problemColumns: readonly Column<Problem>[] = [
  { id: 'line', head: 'Line', width: 80, narrow: 'more', value: ({ line }) => line, cell: ({ line }) => line },
  { id: 'problem', head: 'Problem', narrow: 'title', value: ({ problem }) => problem, cell: ({ problem }) => long(problem) },
];
