import { useContext, useEffect, useRef } from 'react';
import { getPushReceivers, postPushReceiver } from '#contract/notification';
import { PUSH_ID, PushContext } from '#hooks/PushContext';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useOnSettled } from '#hooks/useOnSettled';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSecret } from '#hooks/useSecret';
import { selectProfile } from '#state/session';
import { useBrowserStorage } from '#ui/browserStorage';

/**
 * Registers this browser again, once per start of the console, if it receives the person's notifications. The browser may have a new URL at the push service,
 * and a server that does not manage the accounts itself learns that the user is still active. A registration that was removed or belongs to another user is not
 * changed. Source: PUSH5.
 */
export function RenewPush(): null {
  const push = useContext(PushContext);
  const memory = useBrowserStorage();
  const { answer } = useAnswer(getPushReceivers, {});
  const renewal = useSecret(postPushReceiver);
  const locale = useAppSelector((s) => selectProfile(s)?.locale);
  const isPast = useIsPast();
  const isDone = useRef(false);
  const isOwn = answer?.results.some(({ id }) => id === memory.get(PUSH_ID)) === true;
  useEffect(() => {
    if (!isOwn || isPast || isDone.current) return;
    isDone.current = true;
    void push
      ?.registration()
      .then((body) => (body === null ? undefined : renewal.send({ params: {}, body: { ...body, ...(locale ? { locale } : {}) } })))
      .catch(() => undefined);
  }, [isOwn, isPast, locale, push, renewal]);
  useOnSettled(renewal, () => {
    if (renewal.answer !== undefined) memory.set(PUSH_ID, renewal.answer.id);
  });
  return null;
}
