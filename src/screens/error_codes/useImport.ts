import { useContext, useMemo, useState } from 'react';
import { postImportErrorCodes } from '#contract/errorCodeFile';
import type { AnswerOf } from '#contract/call';
import { codeFileProblems, MAX_CODE_FILE_BYTES, readCodeFile } from '#domain/errorCodes/codeFile';
import { catalogueLanguages, codeImport, type CodeImport } from '#domain/errorCodes/codeImport';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import { countText } from '#domain/text/labels';
import { IntentContext } from '#hooks/IntentContext';
import { useSave } from '#hooks/useSave';
import { useTextFile } from '#widgets/useTextFile';

interface Parts {
  readonly catalogue: ErrorCatalogue;
  readonly version: string | null | undefined;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

const MOST = { bytes: MAX_CODE_FILE_BYTES, problem: codeFileProblems.tooLarge };

function doneText({ added, changed, removed, kept }: AnswerOf<typeof postImportErrorCodes>): string {
  const parts = [`${added} added`, `${changed} changed`, ...(removed > 0 ? [`${removed} removed`] : [])];
  const stay = kept.length > 0 ? ` ${countText(kept.length, 'code')} of incidents stayed.` : '';
  return `Error codes: ${parts.join(', ')}.${stay}`;
}

/** Returns why an import is not possible; undefined when it is. */
function reasonOf({ added, changed, missing, problems }: CodeImport, removes: boolean): string | undefined {
  if (problems.length > 0) return `${countText(problems.length, 'line')} cannot be taken, so nothing is.`;
  const changes = added.length + changed.length + (removes ? missing.length : 0);
  return changes === 0 ? 'Nothing changes.' : undefined;
}

/** Returns the chosen file, what it does to the catalogue as it is now, and its import. Source: CODES4. */
export function useImport({ catalogue, version, refresh, onClose }: Parts) {
  const give = useContext(IntentContext);
  const { chosen, choose } = useTextFile(MOST);
  const [removes, setRemoves] = useState(false);
  const text = chosen?.text;
  const plan = useMemo(
    () => (text == null ? null : codeImport(readCodeFile(text, catalogueLanguages(catalogue)), catalogue)),
    [text, catalogue],
  );
  const saving = useSave(postImportErrorCodes, {
    isSaved: ({ result }) => result,
    onSaved: (answer) => {
      give?.({ kind: 'alert.raised', tone: 'success', text: doneText(answer) });
      onClose();
    },
    onSettled: refresh,
    unsure: 'The error codes may be imported',
  });
  const problem = plan === null ? 'The file is not read.' : reasonOf(plan, removes);
  const save = () => {
    if (chosen === null) return;
    // The server reads a form in its order: what comes after the file would come too late.
    saving.save({
      params: {},
      body: { ...(version == null ? {} : { expected_version: version }), remove_missing: removes ? 'true' : 'false', file: chosen.file },
    });
  };
  return {
    chosen,
    choose,
    plan,
    removes,
    setRemoves,
    saving,
    save,
    draft: { isChanged: chosen !== null, isValid: problem === undefined, hiddenProblem: problem },
  };
}
