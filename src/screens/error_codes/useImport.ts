import { useContext, useState } from 'react';
import { postImportErrorCodes } from '#contract/errorCodeFile';
import type { AnswerOf } from '#contract/call';
import type { CodeImport } from '#domain/errorCodes/codeImport';
import { countText } from '#domain/text/labels';
import { IntentContext } from '#hooks/IntentContext';
import { useSave } from '#hooks/useSave';

interface Parts {
  readonly version: string | null | undefined;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

function doneText({ added, changed, removed, kept }: AnswerOf<typeof postImportErrorCodes>): string {
  const parts = [`${added} added`, `${changed} changed`, ...(removed > 0 ? [`${removed} removed`] : [])];
  const stay = kept.length > 0 ? ` ${countText(kept.length, 'code')} of incidents stayed.` : '';
  return `Error codes: ${parts.join(', ')}.${stay}`;
}

/** Returns why an import is not possible; undefined if it is possible. */
function reasonOf({ added, changed, missing, problems }: CodeImport, removes: boolean): string | undefined {
  if (problems.length > 0) return `${countText(problems.length, 'line')} cannot be taken, so nothing is.`;
  const changes = added.length + changed.length + (removes ? missing.length : 0);
  return changes === 0 ? 'Nothing changes.' : undefined;
}

/** Returns the import of a file into a version of the catalogue, and whether it removes codes that are missing from the file. Source: CODES4, CODES6. */
export function useImport({ version, refresh, onClose }: Parts) {
  const sendIntent = useContext(IntentContext);
  const [removes, setRemoves] = useState(false);
  const saving = useSave(postImportErrorCodes, {
    onSaved: (answer) => {
      sendIntent?.({ kind: 'alert.raised', tone: 'success', text: doneText(answer) });
      onClose();
    },
    onSettled: refresh,
    unsure: 'The error codes may be imported',
  });
  // The server reads a form in order, so a field after the file would arrive too late.
  const save = (file: File) =>
    saving.save({
      params: {},
      body: { ...(version == null ? {} : { expected_version: version }), remove_missing: removes ? 'true' : 'false', file },
    });
  return { removes, setRemoves, saving, save, problemOf: (plan: CodeImport) => reasonOf(plan, removes) };
}
