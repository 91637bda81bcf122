import { useState } from 'react';
import { postUpdateDevice } from '#contract/devices/device';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { alertText, isUnread } from '#domain/text/alertText';
import { hasMask } from '#domain/text/secretMask';
import { useFeature } from '#hooks/features';
import { useOnSettled } from '#hooks/useOnSettled';
import { useSave } from '#hooks/useSave';
import { useSecret } from '#hooks/useSecret';

type Metadata = Readonly<Record<string, unknown>>;
/** Returns the metadata to save, completed by the readable metadata that is stored, if that was requested; null if there is nothing to save. */
type MetadataToSave = (readable?: Metadata) => Metadata | null;

interface Then {
  readonly onSaved: () => void;
  /** Called after every attempt: the change may be saved even without a response. */
  readonly onSettled: () => void;
}

const SECRETS_UNREAD = 'The stored secrets cannot be read, or are *** themselves: enter them anew. Saving would replace them with ***.';
/** Statuses of a server that has no readable metadata beside the others: these are all that is stored. */
const ABSENT = new Set([404, 405, 501]);
const NOT_ANSWERED = 'No answer came: nothing was saved. Try again.';

/**
 * Saves the metadata of a device, of which the console may not hold the secrets. A server that does not announce `kept_secrets` stores what it receives: the
 * console then requests the readable metadata, completes the edited copy with it and sends that copy, and sends nothing if a secret cannot be read. A field that
 * somebody else changed in the meantime is sent as it is in the copy. Where the server has no such request, the copy is all that is stored. Source: META4,
 * META5, META6.
 */
export function useSaveMetadata(serial: string, then: Then) {
  const keepsSecrets = useFeature('kept_secrets');
  const post = useSave(postUpdateDevice, { saved: 'The change is saved', ...then, failsAs: 'toast' });
  const stored = useSecret(getDecryptedDevice);
  const [waiting, setWaiting] = useState<{ readonly metadataToSave: MetadataToSave } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (metadata: Metadata) => post.save({ params: { serial }, body: { metadata } });
  useOnSettled(stored, () => {
    const { answer, failure } = stored;
    const isAbsent = failure !== undefined && ABSENT.has(failure.status);
    const readable = answer === undefined ? undefined : (answer.result.metadata ?? {});
    const whole = answer === undefined && !isAbsent ? null : (waiting?.metadataToSave(readable) ?? null);
    setWaiting(null);
    stored.forget();
    if (whole !== null && !hasMask(whole)) send(whole);
    else setProblem(failure === undefined || isAbsent || isUnread(failure) ? SECRETS_UNREAD : (alertText(failure) ?? NOT_ANSWERED));
  });
  return {
    save: (metadataToSave: MetadataToSave) => {
      setProblem(null);
      const whole = keepsSecrets ? metadataToSave() : null;
      if (whole !== null) return send(whole);
      setWaiting({ metadataToSave });
      return stored.send({ params: { serial } });
    },
    isSaving: post.isSaving || stored.isPending,
    isPossible: post.isPossible,
    alert: problem ?? post.alert,
  };
}
