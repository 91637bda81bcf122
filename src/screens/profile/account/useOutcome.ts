import { useContext, useState } from 'react';
import type { CallWith } from '#contract/call';
import { outcomeText } from '#domain/text/alertText';
import { IntentContext } from '#hooks/IntentContext';
import type { RequestInput } from '#hooks/useRequest';
import { useOnSettled } from '#hooks/useOnSettled';
import { useSecret } from '#hooks/useSecret';
import type { FieldBinding } from '#ui/form/useDraft';

/** The answer of a call that changes a secret of the user's own account. */
interface Outcome {
  readonly ok: boolean;
  readonly error?: string | null | undefined;
  readonly field?: string | null | undefined;
}

/** Why the last attempt was refused; `field` is the wrong field of the body, if the server names one. */
interface Refusal {
  readonly text: string;
  readonly field?: string | undefined;
}

const NOT_SAVED = 'The change was not saved.';

interface Options {
  /** The success message. */
  readonly saved: string;
  readonly onSaved: () => void;
  /** Possible outcome when no response arrived. */
  readonly unsure: string;
}

/**
 * Sends a change of a secret of the user's own account; neither request nor response enters the log. A refusal that names a field is shown at that field
 * until the field is changed; every other refusal is shown above the form. The form keeps its input. Source: PEOPLE9.
 */
export function useOutcome<C extends CallWith<Outcome>>(call: C, { saved, onSaved, unsure }: Options) {
  const sendIntent = useContext(IntentContext);
  const { send, answer, failure, isPending } = useSecret(call);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useOnSettled({ isPending }, () => {
    if (failure !== undefined) return setRefusal({ text: outcomeText(failure, unsure) });
    if (answer?.ok !== true) return setRefusal({ text: answer?.error ?? NOT_SAVED, field: answer?.field ?? undefined });
    sendIntent?.({ kind: 'alert.raised', tone: 'success', text: saved });
    return onSaved();
  });
  return {
    send: (input: RequestInput<C>) => {
      setRefusal(null);
      send(input);
    },
    /** `fields` are those of the form; a refusal that concerns any other field is shown above the form. */
    savingOf: (...fields: readonly string[]) => ({
      isSaving: isPending,
      alert: refusal !== null && !fields.includes(refusal.field ?? '') ? refusal.text : undefined,
    }),
    /** Returns the binding of a form field, with the server's error message if it concerns this field. */
    refusedField: (name: string, binding: FieldBinding<string>): FieldBinding<string> => ({
      ...binding,
      problem: refusal?.field === name ? refusal.text : binding.problem,
      onValue: (value) => {
        if (refusal?.field === name) setRefusal(null);
        binding.onValue(value);
      },
    }),
  };
}
