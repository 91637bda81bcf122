import { type ReactNode, useMemo } from 'react';
import type { Save } from '#hooks/useSave';
import { FileField } from '#ui/FileField';
import { FormDialog } from '#ui/form/FormDialog';
import { useTextFile } from './useTextFile.ts';

interface Props<Plan> {
  readonly title: string;
  readonly width: number;
  /** The accepted file name extensions, in the format of an input. */
  readonly accept: string;
  readonly hint: string;
  /** The maximum size of a file in bytes, and the message for a larger one. */
  readonly most: { readonly bytes: number; readonly problem: string };
  /** Computes the effect of a file from its text; called again when `read` changes. */
  readonly read: (text: string) => Plan;
  /** Returns the reason why a file cannot be imported; undefined if it can. */
  readonly problemOf: (plan: Plan) => string | undefined;
  readonly saving: Pick<Save<never>, 'isSaving' | 'alert'>;
  readonly onImport: (plan: Plan, file: File) => void;
  readonly onClose: () => void;
  /** Renders the effect of a file. */
  readonly children: (plan: Plan) => ReactNode;
}

/** Renders the dialog that imports a text file and shows the effect and the problems before anything is sent. Source: CODES4, SIMP2. */
export function ImportDialog<Plan>(props: Props<Plan>) {
  const { title, width, accept, hint, most, read, problemOf, saving, onImport, onClose, children } = props;
  const { chosen, choose } = useTextFile(most);
  const text = chosen?.text;
  // Wrapped in an object, because the effect of a file may be null.
  const known = useMemo(() => (text == null ? null : { plan: read(text) }), [text, read]);
  const problem = known === null ? 'The file is not read.' : problemOf(known.plan);
  return (
    <FormDialog
      title={title}
      width={width}
      draft={{ isChanged: chosen !== null, isValid: problem === undefined, hiddenProblem: problem }}
      saving={saving}
      word="Import"
      savingWord="Importing"
      onSubmit={() => {
        if (known !== null && chosen !== null) onImport(known.plan, chosen.file);
      }}
      onClose={onClose}
    >
      <FileField label="File" accept={accept} onFile={choose} problem={chosen?.problem} hint={hint} />
      {known !== null && children(known.plan)}
    </FormDialog>
  );
}
