import { useState } from 'react';
import { getConfig, postConfig } from '#contract/configuration';
import { alertText, noAnswerText } from '#domain/alertText';
import type { ConfigChangeBody } from '#domain/configEdit';
import { useFeature } from '#state/features';
import { useOnSettled } from '#state/useOnSettled';
import { useRequest } from '#state/useRequest';
import { placeKey, withEdit, type Edit, type EditPlace, type Edits } from './edit.ts';

/** All edits of this page, kept when the tab or the device changes; one is saved at a time. */
export interface ConfigEdits {
  readonly of: (place: EditPlace) => Edit | undefined;
  /** Begins or updates an edit. */
  readonly put: (place: EditPlace, edit: Edit) => void;
  /** Ends an edit without sending it, and requests the device's values again. */
  readonly drop: (place: EditPlace) => void;
  readonly save: (place: EditPlace, body: ConfigChangeBody) => void;
  /** The `placeKey` of the edit being saved. */
  readonly saving: string | null;
  /** Why the last change of this parameter was not saved; null when it was, or none was sent. */
  readonly problemOf: (place: EditPlace) => string | null;
}

const NOBODY: Edits = new Map();
/** Holds the edits of the page. After one was saved, rejected or cancelled, the values are requested again. Source: DEV-089..092. */
export function useConfigEdits(): ConfigEdits {
  const [edits, setEdits] = useState(NOBODY);
  const [sent, setSent] = useState<EditPlace | null>(null);
  const { ask: askAgain } = useRequest(getConfig);
  const post = useRequest(postConfig);
  const canCompare = useFeature('config_precondition');
  const end = (place: EditPlace) => {
    setEdits((known) => withEdit(known, place, null));
    askAgain({ params: { serial: place.serial } });
  };
  useOnSettled(post, () => {
    if (sent === null) return;
    if (post.answer?.success === true) end(sent);
    else askAgain({ params: { serial: sent.serial } });
  });
  const problem = post.answer?.success === false ? notTakenText : post.failure && notSavedText(post.failure);
  const isSent = (place: EditPlace) => sent !== null && placeKey(sent) === placeKey(place);
  return {
    of: (place) => edits.get(placeKey(place)),
    put: (place, edit) => setEdits((known) => withEdit(known, place, edit)),
    drop: (place) => {
      if (isSent(place)) setSent(null);
      end(place);
    },
    save: (place, body) => {
      setSent(place);
      const { old_value, ...documented } = body;
      post.ask({ params: { serial: place.serial }, body: canCompare ? { ...documented, old_value } : documented });
    },
    saving: post.isPending && sent !== null ? placeKey(sent) : null,
    problemOf: (place) => (isSent(place) ? (problem ?? null) : null),
  };
}

/** Shown when the device rejected the value. */
const notTakenText = 'The device did not take the value.';

/** Returns why a change was not saved. Without a response it is unknown whether it was. */
const notSavedText = (failure: { readonly status: number; readonly message: string }): string =>
  alertText(failure) ?? noAnswerText('The value may be saved');
