import { Braces, Download, FileDown, Upload } from 'lucide-react';
import { useState } from 'react';
import { postImportErrorCodes } from '#contract/errorCodeFile';
import { type ErrorCatalogue, byCode, codeText } from '#domain/errorCodes/errorCode';
import { catalogueLanguages } from '#domain/errorCodes/codeImport';
import { codesJson } from '#domain/errorCodes/codeJson';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { useActionGate } from '#hooks/useActionGate';
import { selectRole } from '#state/session';
import { Button } from '#ui/Button';
import { Menu } from '#ui/Menu';
import { useSaveFile } from '#ui/SaveFileContext';
import { csvFormats, useCsvFormat, useFileDay } from '#ui/table/csvFormat';
import { csvOf } from '#ui/table/tableText';
import { CodeImportDialog } from './CodeImportDialog.tsx';
import { DEVELOPMENT, type ErrorTexts } from '#domain/errorCodes/errorCodeTexts';
import type { Column } from '#ui/column';

interface FileRow {
  readonly code: string;
  readonly texts: ErrorTexts;
}

const columnOf = (id: string, head: string, value: (row: FileRow) => string): Column<FileRow> => ({ id, head, value, cell: value });

/** Returns the columns of a saved catalogue: the code, its text for engineers, and one column per language, named by its tag as an import reads it. */
const fileColumns = (languages: readonly string[]): readonly Column<FileRow>[] => [
  columnOf('code', 'Code', ({ code }) => code),
  columnOf(DEVELOPMENT, 'Development', ({ texts }) => texts[DEVELOPMENT] ?? ''),
  ...languages.map((name) => columnOf(name, name, ({ texts }) => texts[name] ?? '')),
];

/** Returns a catalogue as rows, sorted by the number of the code. */
const fileRows = (catalogue: ErrorCatalogue): readonly FileRow[] =>
  Object.entries(catalogue)
    .toSorted(([a], [b]) => byCode(a, b))
    .map(([code, { description }]) => ({ code: codeText(code), texts: description }));

interface Props {
  readonly catalogue: ErrorCatalogue;
  /** The server's identifier of the catalogue's version. */
  readonly version: string | null | undefined;
  readonly refresh: () => void;
}

/** Renders "Export", which saves all codes as a CSV file, and, for staff, "Import", which reads such a file. Source: CODES1, CODES4. */
export function FileActions({ catalogue, version, refresh }: Props) {
  const isAnnounced = useFeature('error_code_file');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const importing = useActionGate(postImportErrorCodes);
  const [isOpen, setOpen] = useState(false);
  if (!isAnnounced) return null;
  return (
    <>
      <ExportMenu catalogue={catalogue} />
      {isStaff && (
        <Button {...importing} onClick={() => setOpen(true)}>
          <Upload aria-hidden="true" />
          Import
        </Button>
      )}
      {isOpen && <CodeImportDialog catalogue={catalogue} version={version} refresh={refresh} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportMenu({ catalogue }: Pick<Props, 'catalogue'>) {
  const save = useSaveFile();
  const day = useFileDay();
  const { read } = useCsvFormat();
  const nameOf = (ending: string) => `${['error-codes', day()].filter(Boolean).join('-')}.${ending}`;
  const saveCsv = () =>
    save?.(nameOf('csv'), {
      text: csvOf(fileColumns(catalogueLanguages(catalogue)), fileRows(catalogue), csvFormats[read()]),
      type: 'text/csv',
    });
  const saveJson = () => save?.(nameOf('json'), { text: codesJson(catalogue), type: 'application/json' });
  const button = (
    <Button disabled={save === null}>
      <Download aria-hidden="true" />
      Export
    </Button>
  );
  if (save === null) return button;
  const items = [
    { id: 'csv', label: 'All codes as CSV', icon: FileDown, onChoose: saveCsv },
    { id: 'json', label: 'All codes as JSON', icon: Braces, onChoose: saveJson },
  ];
  return <Menu trigger={button} items={items} />;
}
