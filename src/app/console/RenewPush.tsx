import { useContext, useEffect, useRef } from 'react';
import { getPushReceivers, postPushReceiver } from '#contract/notification';
import { isPushReplaced, PUSH_ID, PushContext, rememberPush, wasPushOf } from '#hooks/PushContext';
import { IntentContext, useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useOnSettled } from '#hooks/useOnSettled';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSecret } from '#hooks/useSecret';
import { selectProfile } from '#state/session';
import { useBrowserStorage } from '#ui/browserStorage';

const REGISTERED_AGAIN = 'The push service had ended the notifications of this browser. It is registered again, see Notifications.';

/**
 * Registers this browser again, once per start of the console, if it receives the user's notifications. The browser may have another URL at the push service,
 * or none, and the registration also informs a server that does not manage the accounts itself that the user is still active. A registration that was removed
 * or belongs to another user is not changed, unless it was lost because the push service ended the URL; the user is then informed. Source: PUSH5, PUSH15.
 */
export function RenewPush(): null {
  const push = useContext(PushContext);
  const memory = useBrowserStorage();
  const sendIntent = useContext(IntentContext);
  const { answer } = useAnswer(getPushReceivers, {});
  const renewal = useSecret(postPushReceiver);
  const username = useAppSelector((s) => selectProfile(s)?.username);
  const locale = useAppSelector((s) => selectProfile(s)?.locale);
  const isPast = useIsPast();
  const isDone = useRef(false);
  const sent = useRef({ endpoint: '', wasLost: false });
  useEffect(() => {
    if (answer === undefined || username === undefined || push === null || isPast || isDone.current) return;
    isDone.current = true;
    const isOwn = answer.results.some(({ id }) => id === memory.get(PUSH_ID));
    if (!isOwn && !wasPushOf(memory, username)) return;
    const renew = async () => {
      const known = await push.registration();
      if (!isOwn && !isPushReplaced(memory, username, known?.endpoint)) {
        // The person removed it elsewhere: a later change of its URL is no reason to register it.
        rememberPush(memory, '', null);
        return;
      }
      const body = known ?? (await push.resubscribe(answer.public_key));
      if (body === null) return;
      sent.current = { endpoint: body.endpoint, wasLost: !isOwn };
      renewal.send({ params: {}, body: { ...body, ...(locale ? { locale } : {}) } });
    };
    void renew().catch(() => undefined);
  }, [answer, isPast, locale, memory, push, renewal, username]);
  useOnSettled(renewal, () => {
    if (renewal.answer === undefined || username === undefined) return;
    // Another tab that started at the same time has informed the person.
    const isFirst = memory.get(PUSH_ID) !== renewal.answer.id;
    rememberPush(memory, renewal.answer.id, [username, sent.current.endpoint]);
    if (sent.current.wasLost && isFirst) sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: REGISTERED_AGAIN });
  });
  return null;
}
