import { useCallback } from 'react';
import { codeFileProblems, MAX_CODE_FILE_BYTES, readCodeFile } from '#domain/errorCodes/codeFile';
import { catalogueLanguages, codeImport } from '#domain/errorCodes/codeImport';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { ImportDialog } from '#widgets/ImportDialog';
import { ImportPreview } from './ImportPreview.tsx';
import { useImport } from './useImport.ts';

const HINT = 'CSV or JSON as "Export" saves it, in UTF-8. The first line of a CSV names its columns: Code;Development;en;nl.';
const MOST = { bytes: MAX_CODE_FILE_BYTES, problem: codeFileProblems.tooLarge };

interface Props {
  readonly catalogue: ErrorCatalogue;
  readonly version: string | null | undefined;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that imports a file of error codes, which is compared with the current catalogue. Source: CODES4, CODES6. */
export function CodeImportDialog(props: Props) {
  const { catalogue, onClose } = props;
  const { removes, setRemoves, saving, save, problemOf } = useImport(props);
  const read = useCallback((text: string) => codeImport(readCodeFile(text, catalogueLanguages(catalogue)), catalogue), [catalogue]);
  return (
    <ImportDialog
      title="Import Error Codes"
      width={960}
      accept=".csv,.json,.txt"
      hint={HINT}
      most={MOST}
      {...{ read, problemOf, saving, onClose }}
      onImport={(_, file) => save(file)}
    >
      {(plan) => <ImportPreview plan={plan} removes={removes} onRemoves={setRemoves} isSaving={saving.isSaving} />}
    </ImportDialog>
  );
}
