import { useContext, useState } from 'react';
import { type Device, getAllDevices, getAllDeviceTypes, postUpdateDevice } from '#contract/device';
import { alertText, noAnswerText } from '#domain/alertText';
import { changedMetadata, type MetadataDrafts, metadataProblem, metadataText } from '#domain/metadataEdit';
import { fieldName, type MetadataField, metadataFields } from '#domain/metadataFields';
import { useAnswer } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';
import { IntentContext } from '#state/IntentContext';
import type { Secrets } from './useSecrets.ts';

const NOT_SAVED = 'The change was not saved.';
const SAVED = 'The change is saved';
const NOTHING: MetadataDrafts = {};

/** One field as it is shown and edited. */
export interface ShownField {
  readonly field: MetadataField;
  /** What it holds, as this person may read it now. */
  readonly text: string;
  /** What was typed or chosen; undefined while nobody touched it. */
  readonly draft: string | undefined;
  readonly problem: string | undefined;
  readonly put: (draft: string) => void;
}

/**
 * The metadata of a device: view, then edit, then saved if something changed. Only what somebody touched is a draft: a secret that is shown and
 * not touched goes with its minute. Source: MGMT-021..023.
 */
export function useMetadata({ serial, device_type, metadata }: Device, secrets: Secrets) {
  const give = useContext(IntentContext);
  const listed = useAnswer(getAllDevices, {});
  const schema = useAnswer(getAllDeviceTypes, {}).answer?.result.find(({ id }) => id === device_type)?.metadata_schema;
  const post = useRequest(postUpdateDevice);
  const [drafts, setDrafts] = useState<MetadataDrafts | null>(null);
  useFailureAlert(post.failure);
  useOnSettled(post, () => {
    if (post.answer?.result !== true) return;
    give?.({ kind: 'alert.raised', tone: 'success', text: SAVED });
    secrets.forget();
    listed.refresh();
    setDrafts(null);
  });
  const masked = metadata ?? NOTHING;
  const fields = metadataFields(device_type, schema);
  // A whole in JSON is edited with its secrets masked: else a draft of it would keep them.
  const shownTo = (field: MetadataField) => (field.kind === 'json' && drafts !== null ? masked : (secrets.metadata ?? masked));
  const shown = fields.map((field): ShownField => {
    const draft = drafts?.[fieldName(field)];
    return {
      field,
      text: metadataText(shownTo(field), field),
      draft,
      problem: draft === undefined ? undefined : metadataProblem(field, draft),
      put: (next) => setDrafts((known) => ({ ...known, [fieldName(field)]: next })),
    };
  });
  const isSound = shown.every(({ problem }) => problem === undefined);
  const save = () => {
    if (!isSound || post.isPending || drafts === null) return;
    const changed = changedMetadata(fields, drafts, { masked, shown: secrets.metadata ?? masked });
    if (changed === null) setDrafts(null);
    else post.ask({ params: { serial }, body: { metadata: changed } });
  };
  const isSilent = post.failure !== undefined && alertText(post.failure) === null;
  return {
    fields: shown,
    isEditing: drafts !== null,
    isSaving: post.isPending,
    isPossible: give !== null,
    canSave: isSound && !post.isPending,
    problem: post.answer?.result === false ? NOT_SAVED : isSilent ? noAnswerText() : undefined,
    edit: () => {
      listed.refresh();
      setDrafts(NOTHING);
    },
    cancel: () => setDrafts(null),
    save,
  };
}
