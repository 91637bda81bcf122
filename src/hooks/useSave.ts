import { useContext } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { isDone } from '#domain/commands/isDone';
import { mayHaveActed, outcomeText } from '#domain/text/alertText';
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
  /** True where the last attempt may be saved although it has no answer that could be read. */
  readonly isUnsure: boolean;
  /** False in the past, where nothing can be changed, and for users who may not change it. */
  readonly isPossible: boolean;
  /** Number of bytes of a form with a file that were sent; undefined before the first, and for other forms. */
  readonly progress: RequestState<Input, unknown>['progress'];
  /** Aborts the attempt; the server may have acted on it. */
  readonly cancel: () => void;
}

/** The messages and callbacks after an attempt to save. */
export interface SaveOptions<T> {
  /** The success message; if omitted, none is shown. */
  readonly saved?: string;
  /** Called after a success, for example to close the dialog and refresh the list. */
  readonly onSaved?: (answer: T) => void;
  /** Whether a response means success; by default, `isDone` decides. */
  readonly isSaved?: (answer: T) => boolean;
  /** The alert after an unsuccessful response; null if there is none. */
  readonly notSaved?: string | null;
  readonly onNotSaved?: (answer: T) => void;
  /** Called after every attempt, even without a response, and after `onSaved`; for example to refresh the list. */
  readonly onSettled?: () => void;
  /** Possible outcome when no response arrived, for example 'The user may be invited'. */
  readonly unsure?: string;
  /** The text when no response arrived and nothing can have changed, e.g. because the call only reads. */
  readonly noAnswer?: string;
  /**
   * `toast` raises an alert for a failure with a reason; `alert` then contains only the others. `toastOnly`, for a view that does not show `alert`, also
   * raises one for an unsuccessful response, and when none arrived.
   */
  readonly failsAs?: 'alert' | 'toast' | 'toastOnly';
}

const NOT_SAVED = 'The change was not saved.';

/** Sends the content of a form, once per attempt: `save`, alert, "The change was not saved." The form keeps its input whatever the response. */
export function useSave<C extends Call>(
  call: C,
  {
    saved,
    onSaved,
    isSaved = isDone,
    notSaved = NOT_SAVED,
    onNotSaved,
    onSettled,
    unsure,
    noAnswer,
    failsAs = 'alert',
  }: SaveOptions<AnswerOf<C>>,
): Save<RequestInput<C>> {
  const sendIntent = useContext(IntentContext);
  const problem = useCallProblem(call);
  const { send, answer, failure, isPending, progress, cancel } = useRequest(call);
  // Without a response, and after one that could not be read, the change may be saved.
  const isUnsure = failure !== undefined && mayHaveActed(failure);
  const failed = failure === undefined ? undefined : isUnsure && noAnswer !== undefined ? noAnswer : outcomeText(failure, unsure);
  useFailureAlert(failsAs === 'toastOnly' || (failsAs === 'toast' && !isUnsure) ? failure : undefined, failed);
  useOnSettled({ isPending }, () => {
    if (answer !== undefined && !isSaved(answer)) {
      if (failsAs === 'toastOnly' && notSaved !== null) sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: notSaved });
      onNotSaved?.(answer);
    } else if (answer !== undefined) {
      if (saved !== undefined) sendIntent?.({ kind: 'alert.raised', tone: 'success', text: saved });
      onSaved?.(answer);
    }
    onSettled?.();
  });
  const refused = answer !== undefined && !isSaved(answer) ? (notSaved ?? undefined) : undefined;
  const isInForm = failure?.status !== 401 && (isUnsure || failsAs === 'alert');
  return {
    save: (input) => (isPending ? undefined : send(input)),
    isSaving: isPending,
    isUnsure,
    alert: (isInForm ? failed : undefined) ?? refused ?? problem ?? undefined,
    isPossible: sendIntent !== null && problem === null,
    progress,
    cancel,
  };
}
