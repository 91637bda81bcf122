import { useState } from 'react';
import {
  getMobilePushState,
  getPushReceivers,
  postPushReceiver,
  postRemovePushReceiver,
  postTestPush,
  type PushReceiver,
} from '#contract/notification';
import { PUSH_ID, rememberPush } from '#hooks/PushContext';
import { useAnswer } from '#hooks/useAnswer';
import { usePushState } from '#hooks/usePushState';
import { useOnSettled } from '#hooks/useOnSettled';
import { useSave } from '#hooks/useSave';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSecret } from '#hooks/useSecret';
import { selectProfile } from '#state/session';
import { outcomeText } from '#domain/text/alertText';
import { useBrowserStorage } from '#ui/browserStorage';

/** The server's public key, with which a browser registers, and a callback that refreshes the lists after a request. */
interface Refreshed {
  readonly key: string | undefined;
  readonly onDone: () => void;
}

/** Registers this browser, and remembers its id. */
function useRegistering({ push, look }: ReturnType<typeof usePushState>, { key, onDone }: Refreshed) {
  const memory = useBrowserStorage();
  const register = useSecret(postPushReceiver);
  const locale = useAppSelector((s) => selectProfile(s)?.locale);
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [endpoint, setEndpoint] = useState('');
  const username = useAppSelector((s) => selectProfile(s)?.username) ?? '';
  useOnSettled(register, () => {
    const { answer, failure } = register;
    if (answer !== undefined) rememberPush(memory, answer.id, [username, endpoint]);
    else setProblem(failure && outcomeText(failure, 'This browser may be registered'));
    onDone();
  });
  const start = async () => {
    if (push === null || key === undefined) return;
    setProblem(undefined);
    setAsking(true);
    try {
      const body = await push.subscribe(key);
      setEndpoint(body.endpoint);
      register.send({ params: {}, body: { ...body, ...(locale ? { locale } : {}) } });
    } catch {
      setProblem('This browser did not allow it. Look at the permissions of this site in its settings.');
    }
    setAsking(false);
    look();
  };
  return { problem, isBusy: isAsking || register.isPending, start: () => void start() };
}

/** Returns the browsers that receive the person's notifications, and the actions on this one. */
export function useReceivers() {
  const pushState = usePushState();
  const { push, state, look } = pushState;
  const known = useAnswer(getPushReceivers, {});
  const counted = useAnswer(getMobilePushState, {});
  const refresh = () => {
    known.refresh();
    counted.refresh();
    look();
  };
  const registering = useRegistering(pushState, { key: known.answer?.public_key, onDone: refresh });
  const remove = useSave(postRemovePushReceiver, { saved: 'Removed', onSettled: refresh, failsAs: 'toastOnly' });
  const test = useSave(postTestPush, {
    saved: 'The push service took the notification',
    notSaved: 'The push service did not take the notification.',
    onSettled: refresh,
    failsAs: 'toast',
  });
  const receivers = known.answer?.results ?? [];
  const memory = useBrowserStorage();
  const ownId = memory.get(PUSH_ID);
  const own = state === 'on' ? receivers.find(({ id }) => id === ownId) : undefined;
  const end = async ({ id }: PushReceiver) => {
    if (id === ownId) {
      // Otherwise the next start would take it for one that the push service ended.
      rememberPush(memory, '', null);
      await push?.unsubscribe().catch(() => undefined);
    }
    remove.save({ params: {}, body: { id } });
  };
  return {
    /** Undefined until it is known. */
    state,
    own,
    others: receivers.filter((one) => one !== own),
    problem: registering.problem ?? test.alert,
    isBusy: registering.isBusy || remove.isSaving || test.isSaving,
    isPossible: remove.isPossible && known.answer !== undefined,
    start: registering.start,
    end: (receiver: PushReceiver) => void end(receiver),
    test: ({ id }: PushReceiver) => test.save({ params: {}, body: { id } }),
  };
}
