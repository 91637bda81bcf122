/** The columns of the catalogue: Code, Development, text, Languages, Edit; search in code and texts. */

import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { createContext, useContext } from 'react';
import { postUpdateErrorCode } from '#contract/errorCode';
import { codeText } from '#domain/errorCodes/errorCode';
import { isErrorCodeForm } from '#domain/errorCodes/errorCodeTexts';
import { languageName } from '#domain/text/languageName';
import { MISSING } from '#domain/text/numbers';
import { foundIn } from '#domain/text/foundIn';
import { useActionGate } from '#hooks/useActionGate';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import type { CodeRow } from './codeRows.ts';

/** Opens the editor of a code; null in the past, where nothing can be changed. */
export const EditContext = createContext<((key: string) => void) | null>(null);

function EditButton({ row }: { readonly row: CodeRow }) {
  const edit = useContext(EditContext);
  const { disabled, title } = useActionGate(postUpdateErrorCode);
  return (
    <Button size="sm" disabled={edit === null || disabled} title={title} aria-label={`Edit ${row.code}`} onClick={() => edit?.(row.key)}>
      <Pencil aria-hidden="true" />
      Edit
    </Button>
  );
}

const long = (text: string) => (
  <chakra.span dir="auto" overflowWrap="anywhere" whiteSpace="pre-line">
    {text === '' ? MISSING : text}
  </chakra.span>
);

const numberOf = ({ code }: CodeRow) => (isErrorCodeForm(code) ? Number(code) : null);

/** Matches code and texts, because narrow screens have only this filter. Leading zeros and letter case are ignored. */
function hasCodeOrText(row: CodeRow, typed: string): boolean {
  return row.code === codeText(typed.trim()) || [row.code, row.development, row.text].some((text) => foundIn(text, typed));
}

const textColumn = (id: 'development' | 'text', head: string, placeholder: string): Column<CodeRow> => ({
  id,
  head,
  narrow: 'line',
  sort: 'text',
  value: (row) => row[id],
  filter: { kind: 'text', placeholder },
  cell: (row) => long(row[id]),
});

/** Returns the columns of the catalogue with the texts of one language. Source: ERR-001, ERR-008, ERR-009. */
export const columnsIn = (language: string): readonly Column<CodeRow>[] => [
  {
    id: 'code',
    head: 'Code',
    width: 150,
    narrow: 'title',
    // Codes are sorted as numbers: as text, the digits between letters would be compared one by one.
    sort: 'number',
    value: numberOf,
    renderInputs: ({ code }) => code,
    exportValue: ({ code }) => code,
    filter: { kind: 'text', placeholder: 'Code or text' },
    matches: hasCodeOrText,
    cell: ({ code }) => <strong>{code}</strong>,
  },
  textColumn('development', 'Development', 'Development'),
  textColumn('text', languageName(language), 'Text'),
  {
    id: 'languages',
    head: 'Languages',
    width: 150,
    narrow: 'state',
    value: ({ languages }) => languages,
    cell: ({ languages }) => languages || MISSING,
  },
  { id: 'edit', head: '', label: 'Actions', width: 110, narrow: 'action', cell: (row) => <EditButton row={row} /> },
];
