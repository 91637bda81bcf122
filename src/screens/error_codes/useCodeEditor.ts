import { useContext, useState } from 'react';
import { postRegisterErrorCode, postUpdateErrorCode } from '#contract/errorCode';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';
import {
  codeTextProblem,
  DEVELOPMENT,
  developmentProblem,
  type ErrorTexts,
  languageProblem,
  languageRefusal,
  newCodeProblem,
  savedTexts,
  unreadTextsProblem,
} from '#domain/errorCodes/errorCodeTexts';
import { useFeature } from '#hooks/features';
import type { Answered } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { IntentContext } from '#hooks/IntentContext';
import { useDraft } from '#ui/form/useDraft';

interface Parts {
  /** The code as written in the catalogue; null for a new one. */
  readonly code: string | null;
  readonly catalogue: ErrorCatalogue;
  readonly query: Answered<unknown>;
  readonly onClose: () => void;
}

const NO_TEXTS: ErrorTexts = { [DEVELOPMENT]: '' };
const textProblems = (texts: ErrorTexts) => ({
  ...Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, codeTextProblem(text)])),
  [DEVELOPMENT]: developmentProblem(texts) ?? codeTextProblem(texts[DEVELOPMENT] ?? ''),
});

/** Returns the function that saves the texts of a code, or a new code with its texts. */
function useSaveCode({ code, catalogue, query: { refresh }, onClose }: Parts) {
  const knowsPrecondition = useFeature('error_code_precondition');
  // The catalogue is requested again even after a rejection, so that fields that were not changed here show the text that somebody else saved.
  const then = { onSaved: onClose, onSettled: refresh };
  const update = useSave(postUpdateErrorCode, { saved: 'The texts are saved', ...then });
  const register = useSave(postRegisterErrorCode, { saved: 'The error code is added', ...then });
  const saving = code === null ? register : update;
  const save = (error_code: string, description: ErrorTexts) => {
    if (code === null) return register.save({ params: {}, body: { error_code, description } });
    const expected = knowsPrecondition ? { expected_description: { ...catalogue[code]?.description } } : {};
    return update.save({ params: {}, body: { error_code, description, ...expected } });
  };
  return { saving, save };
}

const NOT_LOADED = 'The texts as they are now could not be loaded.';
const GONE = 'This error code is no longer in the catalogue: somebody has removed it meanwhile.';

/**
 * Returns whether the catalogue has been answered since the dialog opened, and why a code cannot be saved: all of its texts are sent, so that one which
 * somebody else has changed since the catalogue was loaded would be changed back. Polls that fail later do not matter. Source: CODES7, CODES8.
 */
function useNewest({ code, catalogue, query }: Parts) {
  const [openedWith] = useState(query.at);
  const isAnswered = query.at !== openedWith;
  if (code === null) return { isCurrent: true, refusal: undefined, retry: undefined };
  if (!isAnswered && query.isPending) return { isCurrent: false, refusal: undefined, retry: undefined };
  if (!isAnswered && query.failure !== undefined) return { isCurrent: false, refusal: NOT_LOADED, retry: query.refresh };
  const refusal = Object.hasOwn(catalogue, code) ? unreadTextsProblem(catalogue[code]?.unread) : GONE;
  return { isCurrent: refusal === undefined, refusal, retry: undefined };
}

/** Returns the draft of a code and its texts. Texts that were not changed here follow the catalogue; all of them are sent. Source: ERR-003..012, FORM10. */
export function useCodeEditor(parts: Parts) {
  const { code, catalogue } = parts;
  const { isCurrent, refusal, retry } = useNewest(parts);
  const sendIntent = useContext(IntentContext);
  const { saving, save } = useSaveCode(parts);
  const stored = code === null ? NO_TEXTS : { ...NO_TEXTS, ...catalogue[code]?.description };
  const texts = useDraft<ErrorTexts>(stored, { problems: textProblems, isUpdate: code !== null });
  const name = useDraft(
    { error_code: code ?? '' },
    {
      problems: (draft) => ({ error_code: code === null ? newCodeProblem(draft.error_code, catalogue) : undefined }),
      clean: ({ error_code }) => ({ error_code: error_code.trim() }),
    },
  );
  const addLanguage = (language: string): boolean => {
    // The problem is shown at its field.
    if (languageProblem(language) !== undefined) return false;
    const reason = languageRefusal(language, texts.value);
    if (reason === null) texts.put({ [language.trim()]: '' });
    // A rejected language is only logged. Source: ERR-011, ERR-012, GAP-93.
    else sendIntent?.({ kind: 'input.rejected', field: 'errorCode.language', reason });
    return reason === null;
  };
  return {
    name,
    texts,
    draft: {
      isChanged: name.isChanged || texts.isChanged,
      isValid: name.isValid && texts.isValid,
      hiddenProblem: name.hiddenProblem ?? texts.hiddenProblem,
    },
    saving: { ...saving, alert: saving.alert ?? refusal },
    isCurrent,
    retry,
    save: () => save(name.clean.error_code, savedTexts(texts.value)),
    addLanguage,
  };
}
