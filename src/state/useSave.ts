import { useContext } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import { alertText, noAnswerText } from '#domain/alertText';
import { useRequest, type RequestInput } from './useRequest.ts';
import { useOnSettled } from './useOnSettled.ts';
import { IntentContext } from './IntentContext.ts';

/** A command that a form sends, as `ui/form` takes it. */
export interface Save<Say> {
  readonly save: (say: Say) => void;
  readonly isSaving: boolean;
  /** Why the last try was not saved, until the next one. */
  readonly alert: string | undefined;
  /** False in the past, where nothing can be changed. */
  readonly isPossible: boolean;
}

interface Options<T> {
  /** The success message. */
  readonly saved: string;
  /** What follows a success: close the dialog, ask the list again. */
  readonly onSaved: (answer: T) => void;
  /** Whether an answer means that it was saved; every one unless given. */
  readonly isSaved?: (answer: T) => boolean;
}

const NOT_SAVED = 'The change was not saved.';

/** Sends what a form holds, once per try. What is typed stays with the form, whatever the answer is. */
export function useSave<Path extends string, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Path, Query, Body, Answer>,
  { saved, onSaved, isSaved = () => true }: Options<z.output<Answer>>,
): Save<RequestInput<Path, Query, Body>> {
  const give = useContext(IntentContext);
  const { ask, answer, failure, isPending } = useRequest(call);
  useOnSettled({ isPending }, () => {
    if (answer === undefined || !isSaved(answer)) return;
    give?.({ kind: 'alert.raised', tone: 'success', text: saved });
    onSaved(answer);
  });
  const refused = answer !== undefined && !isSaved(answer) ? NOT_SAVED : undefined;
  const failed = failure === undefined || failure.status === 401 ? undefined : (alertText(failure) ?? noAnswerText());
  return {
    save: (say) => (isPending ? undefined : ask(say)),
    isSaving: isPending,
    alert: failed ?? refused,
    isPossible: give !== null,
  };
}
