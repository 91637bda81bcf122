import { useState } from 'react';
import {
  getMobilePushState,
  getPushReceivers,
  postPushReceiver,
  postRemovePushReceiver,
  postTestPush,
  type PushReceiver,
} from '#contract/notification';
import { PUSH_ID } from '#state/PushContext';
import { useAnswer } from '#state/hooks/useAnswer';
import { usePushState } from '#state/hooks/usePushState';
import { useOnSettled } from '#state/hooks/useOnSettled';
import { useSave } from '#state/hooks/useSave';
import { useSecret } from '#state/hooks/useSecret';
import { alertText, noAnswerText } from '#domain/commands/alertText';
import { useBrowserStorage } from '#ui/browserStorage';

/** Returns the browsers that receive the person's notifications, and what this one can do about itself. */
export function useReceivers() {
  const { push, state, look } = usePushState();
  const memory = useBrowserStorage();
  const known = useAnswer(getPushReceivers, {});
  const counted = useAnswer(getMobilePushState, {});
  const register = useSecret(postPushReceiver);
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => {
    known.refresh();
    counted.refresh();
    look();
  };
  useOnSettled(register, () => {
    if (register.answer !== undefined) memory.set(PUSH_ID, register.answer.id);
    else
      setProblem(
        register.failure === undefined ? undefined : (alertText(register.failure) ?? noAnswerText('This browser may be registered')),
      );
    refresh();
  });
  const remove = useSave(postRemovePushReceiver, { saved: 'Removed', onSettled: refresh, failsAs: 'toast' });
  const test = useSave(postTestPush, {
    saved: 'The push service took the notification',
    isSaved: ({ success }) => success,
    notSaved: 'The push service did not take the notification.',
    onSettled: refresh,
    failsAs: 'toast',
  });
  const start = async () => {
    const key = known.answer?.public_key;
    if (push === null || key === undefined) return;
    setProblem(undefined);
    setAsking(true);
    try {
      register.ask({ params: {}, body: await push.subscribe(key) });
    } catch {
      setProblem('This browser did not allow it. Look at the permissions of this site in its settings.');
    }
    setAsking(false);
    look();
  };
  const receivers = known.answer?.results ?? [];
  const ownId = memory.get(PUSH_ID);
  const own = state === 'on' ? receivers.find(({ id }) => id === ownId) : undefined;
  const end = async ({ id }: PushReceiver) => {
    if (id === own?.id) await push?.unsubscribe().catch(() => undefined);
    remove.save({ params: {}, body: { id } });
  };
  return {
    /** Undefined until it is known. */
    state,
    own,
    others: receivers.filter((one) => one !== own),
    problem: problem ?? test.alert,
    isBusy: isAsking || register.isPending || remove.isSaving || test.isSaving,
    isPossible: remove.isPossible && known.answer !== undefined,
    start: () => void start(),
    end: (receiver: PushReceiver) => void end(receiver),
    test: ({ id }: PushReceiver) => test.save({ params: {}, body: { id } }),
  };
}
