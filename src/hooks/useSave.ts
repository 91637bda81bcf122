import { useContext } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { isDone } from '#domain/commands/isDone';
import { mayHaveActed, outcomeText } from '#domain/text/alertText';
import { useFailureAlert } from './useFailureAlert.ts';
import { useCallProblem } from './useCallProblem.ts';
import { useRequest, type RequestInput, type RequestState } from './useRequest.ts';
import { useOnSettled } from './useOnSettled.ts';
import { IntentContext } from './IntentContext.ts';

/** A command that a form sends, in the shape that `ui/form` expects. */
export interface Save<Input> {
  readonly save: (input: Input) => void;
  readonly isSaving: boolean;
  /** The reason why the last attempt was not saved, until the next attempt; or the reason why nothing can be saved. */
  readonly alert: string | undefined;
  /** Whether the last attempt may have been saved although no readable response was received. */
  readonly isUnsure: boolean;
  /** False in the past, where nothing can be changed, and for users who may not make the change. */
  readonly isPossible: boolean;
  /** Number of bytes sent of a form with a file; undefined before the first, and for other forms. */
  readonly progress: RequestState<Input, unknown>['progress'];
  /** Aborts the attempt; the server may already have acted on it. */
  readonly cancel: () => void;
}

/** The messages and callbacks after an attempt to save. */
export interface SaveOptions<T> {
  /** The success message; if omitted, no message is shown. */
  readonly saved?: string;
  /** Called after a success, for example to close the dialog and refresh the list. */
  readonly onSaved?: (answer: T) => void;
  /** Returns whether a response means success; by default, `isDone` decides. */
  readonly isSaved?: (answer: T) => boolean;
  /** The alert after a response that does not mean success; null for no alert. */
  readonly notSaved?: string | null;
  readonly onNotSaved?: (answer: T) => void;
  /** Called after every attempt, even without a response, and after `onSaved`; for example to refresh the list. */
  readonly onSettled?: () => void;
  /** The possible outcome if no response was received, for example 'The user may be invited'. */
  readonly unsure?: string;
  /** The text if no response was received and nothing can have changed, e.g. because the call only reads. */
  readonly noAnswer?: string;
  /**
   * `toast` raises an alert for a failure with a reason; `alert` then contains only other failures. `toastOnly`, for a view that does not show `alert`, also
   * raises an alert for an unsuccessful response and for a missing one.
   */
  readonly failsAs?: 'alert' | 'toast' | 'toastOnly';
}

const NOT_SAVED = 'The change was not saved.';

/**
 * Returns `save`, which sends the content of a form, once per attempt, and the alert of the attempt ("The change was not saved."). The form keeps its input
 * whatever the response.
 */
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
  // Without a response, or with an unreadable one, the change may have been saved.
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
