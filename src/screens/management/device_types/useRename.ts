import { useContext, useState } from 'react';
import { getAllDeviceTypes, postUpdateDeviceType } from '#contract/device';
import { alertText, noAnswerText } from '#domain/alertText';
import { deviceName, deviceNameProblem } from '#domain/deviceSettings';
import { useAnswer } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';
import { IntentContext } from '#state/IntentContext';

const NOT_SAVED = 'The change was not saved.';
const SAVED = 'The change is saved';

/** The draft of a type's name: no name, or the one it has, is no change and is not sent. Source: MGMT-070, MGMT-071. */
export function useRename({ id, name }: { readonly id: string; readonly name: string }, onDone: () => void) {
  const give = useContext(IntentContext);
  const { refresh } = useAnswer(getAllDeviceTypes, {});
  const post = useRequest(postUpdateDeviceType);
  const [draft, put] = useState(name);
  const [sent, setSent] = useState<string>();
  useFailureAlert(post.failure);
  useOnSettled(post, () => {
    if (post.answer?.result !== true) return;
    give?.({ kind: 'alert.raised', tone: 'success', text: SAVED });
    refresh();
    onDone();
  });
  const next = deviceName(draft);
  const wrong = next === '' ? undefined : deviceNameProblem(next);
  const save = () => {
    if (wrong !== undefined || post.isPending) return;
    if (next === '' || next === name) onDone();
    else {
      setSent(draft);
      post.ask({ params: { id }, body: { name: next } });
    }
  };
  const isSilent = post.failure !== undefined && alertText(post.failure) === null;
  const failureText = post.answer?.result === false ? NOT_SAVED : isSilent ? noAnswerText() : undefined;
  // What became of one name says nothing of another.
  const problem = wrong ?? (draft === sent ? failureText : undefined);
  return { draft, put, save, problem, isSaving: post.isPending, canSave: wrong === undefined && !post.isPending };
}
