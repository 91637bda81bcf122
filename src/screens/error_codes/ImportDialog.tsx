import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { FileField } from '#ui/FileField';
import { FormDialog } from '#ui/form/FormDialog';
import { ImportPreview } from './ImportPreview.tsx';
import { useImport } from './useImport.ts';

const HINT = 'CSV or JSON as "Export" saves it, in UTF-8. The first line of a CSV names its columns: Code;Development;en;nl.';

interface Props {
  readonly catalogue: ErrorCatalogue;
  readonly version: string | null | undefined;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that imports a file of error codes: what changes stands there before anything is taken. Source: CODES4, CODES6. */
export function ImportDialog(props: Props) {
  const { chosen, choose, plan, removes, setRemoves, saving, save, draft } = useImport(props);
  return (
    <FormDialog
      title="Import Error Codes"
      width={960}
      draft={draft}
      saving={saving}
      word="Import"
      savingWord="Importing"
      onSubmit={save}
      onClose={props.onClose}
    >
      <FileField label="File" accept=".csv,.json,.txt" onFile={choose} problem={chosen?.problem} hint={HINT} />
      {plan !== null && <ImportPreview plan={plan} removes={removes} onRemoves={setRemoves} isSaving={saving.isSaving} />}
    </FormDialog>
  );
}
