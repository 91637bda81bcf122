import type { AnswerOf, Call } from '#contract/call';
import { useSave } from '#hooks/useSave';
import { useDraft, type Rules } from '#ui/form/useDraft';

interface Options<Values extends object, T> extends Rules<Values> {
  readonly stored: Values;
  /** The success message. */
  readonly saved: string;
  readonly isSaved?: (answer: T) => boolean;
  /** Called on success before the dialog closes, usually to request the list again. */
  readonly onSaved: (answer: T) => void;
  readonly onClose: () => void;
}

/**
 * Returns the draft of a form in a dialog for any place, and the function that saves it. `dialog` holds the properties of `FormDialog`.
 * Source: LOC-002..030.
 */
export function usePlaceForm<C extends Call, Values extends object>(
  call: C,
  { stored, problems, clean, saved, isSaved = () => true, onSaved, onClose }: Options<Values, AnswerOf<C>>,
) {
  const draft = useDraft(stored, { problems, clean });
  const { save, isPossible, ...saving } = useSave(call, {
    saved,
    isSaved,
    onSaved: (answer) => {
      onSaved(answer);
      onClose();
    },
  });
  return { draft, save, dialog: { draft, saving, isDisabled: !isPossible, onClose } };
}
