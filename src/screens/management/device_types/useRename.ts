import { useState } from 'react';
import { getAllDeviceTypes, postUpdateDeviceType } from '#contract/devices/device';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';

/** Returns the draft of a type's name. An empty or unchanged name is not sent. Source: MGMT-070, MGMT-071. */
export function useRename({ id, name }: { readonly id: string; readonly name: string }, onDone: () => void) {
  const { refresh } = useAnswer(getAllDeviceTypes, {});
  const [draft, put] = useState(name);
  const [sent, setSent] = useState<string>();
  const post = useSave(postUpdateDeviceType, {
    saved: 'The change is saved',
    onSaved: () => {
      refresh();
      onDone();
    },
    isSaved: ({ result }) => result,
    failsAs: 'toast',
  });
  const next = deviceName(draft);
  const wrong = next === '' ? undefined : deviceNameProblem(next);
  const save = () => {
    if (wrong !== undefined || post.isSaving) return;
    if (next === '' || next === name) onDone();
    else {
      setSent(draft);
      post.save({ params: { id }, body: { name: next } });
    }
  };
  // The failure of one name does not apply to another.
  const problem = wrong ?? (draft === sent ? post.alert : undefined);
  return {
    draft,
    put,
    save,
    problem,
    isSaving: post.isSaving,
    canSave: wrong === undefined && !post.isSaving && post.isPossible,
    isChanged: draft !== name,
  };
}
