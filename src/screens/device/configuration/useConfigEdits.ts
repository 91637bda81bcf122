import { useContext, useState } from 'react';
import { getConfig, postConfig } from '#contract/devices/configuration';
import type { ConfigChangeBody } from '#domain/configuration/configEdit';
import { MASK } from '#domain/text/secretMask';
import { useFeature } from '#hooks/features';
import { IntentContext } from '#hooks/IntentContext';
import { useSave } from '#hooks/useSave';
import { requestOf } from '#state/viewRequest';
import { useUnsaved } from '#ui/form/leaveGuard';
import { placeKey, withEdit, type ParameterEdit, type EditPlace, type Edits } from './parameterEdit.ts';

/** All edits of this page, which are kept when the tab or the device changes; one is saved at a time. */
export interface ConfigEdits {
  readonly of: (place: EditPlace) => ParameterEdit | undefined;
  /** Begins or updates an edit. */
  readonly put: (place: EditPlace, edit: ParameterEdit) => void;
  /** Ends an edit without sending it, and requests the device's values again. */
  readonly discard: (place: EditPlace) => void;
  readonly save: (place: EditPlace, body: ConfigChangeBody) => void;
  /** The `placeKey` of the edit being saved. */
  readonly saving: string | null;
  /** Why the last change of this parameter was not saved; null if it was saved or none was sent. */
  readonly problemOf: (place: EditPlace) => string | null;
}

const NOBODY: Edits = new Map();
/**
 * Manages all edits of the page, of which one is saved at a time. After an edit was saved, rejected or cancelled, the values are requested again. Source:
 * DEV-089..092.
 */
export function useConfigEdits(): ConfigEdits {
  const [edits, setEdits] = useState(NOBODY);
  const [sent, setSent] = useState<EditPlace | null>(null);
  // The edits of a device stay while the page shows another one.
  useUnsaved(
    [...edits.values()].some(({ draft, begun }) => draft !== begun),
    true,
  );
  const sendIntent = useContext(IntentContext);
  const canCompare = useFeature('config_precondition');
  // The request of the tab itself: the response to an earlier one in flight, which may hold the old value, does not replace its response.
  const refresh = ({ serial }: EditPlace) => sendIntent?.({ kind: 'query.requested', request: requestOf(getConfig, { serial }) });
  const end = (place: EditPlace) => setEdits((known) => withEdit(known, place, null));
  const post = useSave(postConfig, {
    notSaved: 'The device did not take the value.',
    unsure: 'The value may be saved',
    onSaved: () => sent !== null && end(sent),
    onSettled: () => sent !== null && refresh(sent),
  });
  const isSent = (place: EditPlace) => sent !== null && placeKey(sent) === placeKey(place);
  return {
    of: (place) => edits.get(placeKey(place)),
    put: (place, edit) => setEdits((known) => withEdit(known, place, edit)),
    discard: (place) => {
      if (isSent(place)) setSent(null);
      end(place);
      refresh(place);
    },
    save: (place, body) => {
      setSent(place);
      const { old_value, ...documented } = body;
      // A masked value cannot be compared.
      const isComparable = canCompare && old_value !== MASK;
      post.save({ params: { serial: place.serial }, body: isComparable ? { ...documented, old_value } : documented });
    },
    saving: post.isSaving && sent !== null ? placeKey(sent) : null,
    problemOf: (place) => (isSent(place) ? (post.alert ?? null) : null),
  };
}
