import { useContext } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { alertText, noAnswerText } from '#domain/text/alertText';
import { useFailureAlert } from './useFailureAlert.ts';
import { useCallProblem } from './useCallProblem.ts';
import { useRequest, type RequestInput, type RequestState } from './useRequest.ts';
import { useOnSettled } from './useOnSettled.ts';
import { IntentContext } from './IntentContext.ts';

/** A command that a form sends, in the format that `ui/form` expects. */
export interface Save<Input> {
  readonly save: (input: Input) => void;
  readonly isSaving: boolean;
  /** Why the last attempt was not saved, until the next attempt; or why nothing can be saved. */
  readonly alert: string | undefined;
  /** False in the past, where nothing can be changed, and for users who may not change it. */
  readonly isPossible: boolean;
  /** How many bytes of a form with a file were sent; undefined before the first, and for other forms. */
  readonly progress: RequestState<Input, unknown>['progress'];
  /** Aborts the attempt; the server may have acted on it. */
  readonly cancel: () => void;
}

/** What a save shows and does after an attempt. */
export interface SaveOptions<T> {
  /** The success message; if omitted, none is shown. */
  readonly saved?: string;
  /** Called after a success, for example to close the dialog and refresh the list. */
  readonly onSaved?: (answer: T) => void;
  /** Whether a response means success; by default, every response does. */
  readonly isSaved?: (answer: T) => boolean;
  /** The alert after an unsuccessful response; null if there is none. */
  readonly notSaved?: string | null;
  readonly onNotSaved?: (answer: T) => void;
  /** Called after every attempt, even without a response, and after `onSaved`; for example to refresh the list. */
  readonly onSettled?: () => void;
  /** Possible outcome when no response arrived, for example 'The user may be invited'. */
  readonly unsure?: string;
  /** `toast` raises an alert for a failure with a reason; `alert` then contains only the others. */
  readonly failsAs?: 'alert' | 'toast';
}

const NOT_SAVED = 'The change was not saved.';

/** Sends the content of a form, once per attempt: `save`, alert, "The change was not saved." The form keeps its input whatever the response. */
export function useSave<C extends Call>(
  call: C,
  {
    saved,
    onSaved,
    isSaved = () => true,
    notSaved = NOT_SAVED,
    onNotSaved,
    onSettled,
    unsure,
    failsAs = 'alert',
  }: SaveOptions<AnswerOf<C>>,
): Save<RequestInput<C>> {
  const sendIntent = useContext(IntentContext);
  const problem = useCallProblem(call);
  const { send, answer, failure, isPending, progress, cancel } = useRequest(call);
  useFailureAlert(failsAs === 'toast' ? failure : undefined);
  useOnSettled({ isPending }, () => {
    if (answer !== undefined && !isSaved(answer)) onNotSaved?.(answer);
    else if (answer !== undefined) {
      if (saved !== undefined) sendIntent?.({ kind: 'alert.raised', tone: 'success', text: saved });
      onSaved?.(answer);
    }
    onSettled?.();
  });
  const refused = answer !== undefined && !isSaved(answer) ? (notSaved ?? undefined) : undefined;
  const reason = failure === undefined || failure.status === 401 ? undefined : alertText(failure);
  const failed = reason === null ? noAnswerText(unsure) : failsAs === 'alert' ? reason : undefined;
  return {
    save: (input) => (isPending ? undefined : send(input)),
    isSaving: isPending,
    alert: failed ?? refused ?? problem ?? undefined,
    isPossible: sendIntent !== null && problem === null,
    progress,
    cancel,
  };
}
