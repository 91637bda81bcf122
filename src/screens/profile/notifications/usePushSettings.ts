import { useContext, useState } from 'react';
import { getNotificationSettings, postNotificationSettings } from '#contract/notification';
import { type PushChanges, selectedAfter } from '#domain/people/pushSelection';
import { isDone } from '#domain/commands/isDone';
import { IntentContext } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { useRequest } from '#hooks/useRequest';
import { useOnSettled } from '#hooks/useOnSettled';
import { useUnmount } from '#hooks/useUnmount';

/** Changes that are not confirmed yet: `sent` was sent to the server, `waiting` is sent after the response. */
interface Draft {
  readonly sent: PushChanges;
  readonly waiting: PushChanges;
}

const NOT_SAVED = 'The change was not saved.';
const NOTHING: Draft = { sent: {}, waiting: {} };
const bodyOf = (changes: PushChanges) =>
  Object.fromEntries(Object.entries(changes).map(([serial, mobile_push]) => [serial, { mobile_push }]));

/** Returns the user's settings with pending changes applied. One save is in flight at a time; the settings are requested again after the last one. */
export function usePushSettings() {
  const known = useAnswer(getNotificationSettings, {});
  const sendIntent = useContext(IntentContext);
  const save = useRequest(postNotificationSettings);
  const [draft, setDraft] = useState(NOTHING);
  const send = (changes: PushChanges) => {
    setDraft({ sent: { ...draft.sent, ...changes }, waiting: {} });
    save.send({ params: {}, body: bodyOf(changes) });
  };
  const change = (serial: string, isOn: boolean) => {
    if (save.isPending) setDraft({ ...draft, waiting: { ...draft.waiting, [serial]: isOn } });
    else send({ [serial]: isOn });
  };
  const isWaiting = Object.keys(draft.waiting).length > 0;
  useOnSettled(save, () => {
    if (save.answer !== undefined && !isDone(save.answer)) sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: NOT_SAVED });
    if (isWaiting) send(draft.waiting);
    else known.refresh();
  });
  // Changes made before leaving the page are also sent.
  useUnmount(() => {
    if (isWaiting) save.send({ params: {}, body: bodyOf(draft.waiting) });
  });
  // The server's settings replace the draft, even if they differ from it.
  useOnSettled(known, () => {
    if (!save.isPending) setDraft(NOTHING);
  });
  const isOn = (serial: string) => draft.waiting[serial] ?? draft.sent[serial] ?? known.answer?.settings[serial]?.mobile_push ?? false;
  const settings = Object.entries(known.answer?.settings ?? {});
  const stored = new Set(settings.flatMap(([serial, setting]) => (setting?.mobile_push === true ? [serial] : [])));
  /** The number of selected devices, also of those that the table does not list: the server counts them all. */
  const selected = selectedAfter(stored, { ...draft.sent, ...draft.waiting });
  return { known, failure: save.failure, isOn, selected, change };
}
