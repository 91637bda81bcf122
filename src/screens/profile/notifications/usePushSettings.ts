import { useState } from 'react';
import { getNotificationSettings, postNotificationSettings } from '#contract/notification';
import type { PushChanges } from '#domain/pushSelection';
import { useAnswer } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useUnmount } from '#state/useUnmount';

/** What was clicked and is not yet known to be so: `sent` went to the server, `waiting` goes when it has answered. */
interface Draft {
  readonly sent: PushChanges;
  readonly waiting: PushChanges;
}

const NOTHING: Draft = { sent: {}, waiting: {} };
const bodyOf = (changes: PushChanges) =>
  Object.fromEntries(Object.entries(changes).map(([serial, mobile_push]) => [serial, { mobile_push }]));

/** The person's settings as they see them, clicks included. One save is on its way at a time; the settings are asked again after the last. */
export function usePushSettings() {
  const known = useAnswer(getNotificationSettings, {});
  const save = useRequest(postNotificationSettings);
  const [draft, setDraft] = useState(NOTHING);
  const send = (changes: PushChanges) => {
    setDraft({ sent: { ...draft.sent, ...changes }, waiting: {} });
    save.ask({ params: {}, body: bodyOf(changes) });
  };
  const change = (serial: string, isOn: boolean) => {
    if (save.isPending) setDraft({ ...draft, waiting: { ...draft.waiting, [serial]: isOn } });
    else send({ [serial]: isOn });
  };
  const isWaiting = Object.keys(draft.waiting).length > 0;
  useOnSettled(save, () => {
    if (isWaiting) send(draft.waiting);
    else known.refresh();
  });
  // Whoever goes elsewhere meanwhile has clicked all the same.
  useUnmount(() => {
    if (isWaiting) save.ask({ params: {}, body: bodyOf(draft.waiting) });
  });
  // What the server says now counts, also when it is not what was clicked.
  useOnSettled(known, () => {
    if (!save.isPending) setDraft(NOTHING);
  });
  const isOn = (serial: string) => draft.waiting[serial] ?? draft.sent[serial] ?? known.answer?.settings[serial]?.mobile_push ?? false;
  return { known, failure: save.failure, isOn, change };
}
