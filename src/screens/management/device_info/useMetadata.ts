import { useState } from 'react';
import { type Device, getAllDevices, getAllDeviceTypes, postUpdateDevice } from '#contract/devices/device';
import { changedMetadata, type MetadataDrafts, metadataProblem, metadataText } from '#domain/devices/metadataEdit';
import { fieldName, type MetadataField } from '#domain/devices/metadataField';
import { metadataFields } from '#domain/devices/metadataFields';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { useUnsaved } from '#ui/form/leaveGuard';
import type { Secrets } from './useSecrets.ts';

const NOTHING: MetadataDrafts = {};

/** One field, as shown and edited. */
export interface ShownField {
  readonly field: MetadataField;
  /** The value, masked or readable. */
  readonly text: string;
  /** The typed or selected value; undefined while unchanged. */
  readonly draft: string | undefined;
  readonly problem: string | undefined;
  readonly put: (draft: string) => void;
}

interface Known {
  /** Null while not editing. */
  readonly drafts: MetadataDrafts | null;
  readonly masked: Readonly<Record<string, unknown>>;
  /** Includes the requested secrets. */
  readonly readable: Readonly<Record<string, unknown>>;
}

function shownField(field: MetadataField, { drafts, masked, readable }: Known): Omit<ShownField, 'put'> {
  const draft = drafts?.[fieldName(field)];
  // The secrets in metadata that is edited as one JSON text are masked, because a draft would otherwise keep them.
  const text = metadataText(field.kind === 'json' && drafts !== null ? masked : readable, field);
  return { field, text, draft, problem: draft === undefined ? undefined : metadataProblem(field, draft) };
}

/** The changed fields, as text. */
function formerFields(
  fields: readonly MetadataField[],
  former: Readonly<Record<string, unknown>> | undefined,
  readable: Known['readable'],
) {
  if (former === undefined) return [];
  const texts = fields.map((field) => ({ label: field.label, text: metadataText(former, field), now: metadataText(readable, field) }));
  return texts.filter(({ text, now }) => text !== now);
}

const useSaveMetadata = (onSaved: () => void) =>
  useSave(postUpdateDevice, { saved: 'The change is saved', onSaved, isSaved: ({ result }) => result, failsAs: 'toast' });

/**
 * Returns the metadata of a device: read-only, then edited, then saved if changed. Only changed fields are drafts, so that an unchanged secret disappears when
 * its minute ends. Source: MGMT-021..023.
 */
export function useMetadata({ serial, device_type, metadata }: Device, secrets: Secrets) {
  const listed = useAnswer(getAllDevices, {});
  const schema = useAnswer(getAllDeviceTypes, {}).answer?.result.find(({ id }) => id === device_type)?.metadata_schema;
  const [drafts, setDrafts] = useState<MetadataDrafts | null>(null);
  const post = useSaveMetadata(() => {
    secrets.forget();
    listed.refresh();
    setDrafts(null);
  });
  const leave = useUnsaved(drafts !== null && Object.keys(drafts).length > 0);
  const masked = metadata ?? NOTHING;
  const readable = secrets.metadata ?? masked;
  const fields = metadataFields(device_type, schema, masked);
  const shown = fields.map((field): ShownField => ({
    ...shownField(field, { drafts, masked, readable }),
    put: (next) => setDrafts((known) => ({ ...known, [fieldName(field)]: next })),
  }));
  const isValid = shown.every(({ problem }) => problem === undefined);
  const save = () => {
    if (!isValid || post.isSaving || drafts === null) return;
    const changed = changedMetadata(fields, drafts, { masked, shown: readable });
    if (changed === null) setDrafts(null);
    else post.save({ params: { serial }, body: { metadata: changed } });
  };
  return {
    fields: shown,
    former: formerFields(fields, secrets.former, readable),
    isEditing: drafts !== null,
    isSaving: post.isSaving,
    isPossible: post.isPossible,
    canSave: isValid && !post.isSaving && post.isPossible,
    problem: post.alert,
    edit: () => {
      listed.refresh();
      setDrafts(NOTHING);
    },
    cancel: () => leave(() => setDrafts(null)),
    save,
  };
}
