import { useState } from 'react';
import { getAllDeviceTypes, postUpdateDeviceType } from '#contract/devices/device';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { useDraft } from '#ui/form/useDraft';

/** An empty name is not sent: the name stays. */
const cleanOf =
  (stored: string) =>
  ({ name }: { readonly name: string }) => ({ name: deviceName(name) || stored });
const problemsOf = ({ name }: { readonly name: string }) => ({ name: deviceNameProblem(name) });

/** Returns the draft of a type's name. An empty or unchanged name is not sent. Source: MGMT-070, MGMT-071. */
export function useRename({ id, name }: { readonly id: string; readonly name: string }, onDone: () => void) {
  const { refresh } = useAnswer(getAllDeviceTypes, {});
  const draft = useDraft({ name }, { clean: cleanOf(name), problems: problemsOf, isUpdate: true });
  const [sent, setSent] = useState<string>();
  const post = useSave(postUpdateDeviceType, {
    saved: 'The change is saved',
    onSaved: onDone,
    onSettled: refresh,
    failsAs: 'toast',
  });
  const save = () => {
    if (!draft.isValid || post.isSaving) return;
    if (!draft.isChanged) onDone();
    else {
      setSent(draft.value.name);
      post.save({ params: { id }, body: { name: draft.clean.name } });
    }
  };
  const field = draft.field('name');
  return {
    field: {
      ...field,
      // The failure of one name does not apply to another.
      problem: field.problem ?? (draft.value.name === sent ? post.alert : undefined),
      hint: field.hint ?? 'Left empty, the name stays.',
    },
    save,
    isSaving: post.isSaving,
    canSave: draft.isValid && !post.isSaving && post.isPossible,
    isChanged: draft.isChanged,
  };
}
