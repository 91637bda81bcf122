import type { AnswerOf, Call } from '#contract/call';
import { useSave } from '#hooks/useSave';
import { useDraft, type Rules } from '#ui/form/useDraft';

interface Options<Values extends object, T> extends Rules<Values> {
  readonly stored: Values;
  /** The success message. */
  readonly saved: string;
  /** Called on success before the dialog closes. */
  readonly onSaved?: (answer: T) => void;
  /** Requests the list again, after every attempt: a change without a response may be saved. Source: FORM16. */
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/**
 * Returns the draft of a form in a dialog for any place, and the function that saves it. `dialog` holds the properties of `FormDialog`.
 * Source: LOC-002..030, FORM16.
 */
export function usePlaceForm<C extends Call, Values extends object>(
  call: C,
  { stored, saved, onSaved, refresh, onClose, ...rules }: Options<Values, AnswerOf<C>>,
) {
  const draft = useDraft(stored, rules);
  const { save, isPossible, ...saving } = useSave(call, {
    saved,
    onSaved: (answer) => {
      onSaved?.(answer);
      onClose();
    },
    onSettled: refresh,
  });
  return { draft, save, dialog: { draft, saving, isDisabled: !isPossible, onClose } };
}
