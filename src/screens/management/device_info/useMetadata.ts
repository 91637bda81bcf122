import { useState } from 'react';
import { type Device, getAllDeviceTypes } from '#contract/devices/device';
import { changedMetadata, type MetadataDrafts, metadataProblem, metadataText } from '#domain/devices/metadataEdit';
import { fieldName, type MetadataField } from '#domain/devices/metadataField';
import { metadataFields } from '#domain/devices/metadataFields';
import { useAnswer } from '#hooks/useAnswer';
import { useUnsaved } from '#ui/form/leaveGuard';
import { othersChange } from '#ui/form/othersChange';
import { useDeviceAnswers } from '#widgets/useDeviceAnswers';
import { useSaveMetadata } from './useSaveMetadata.ts';
import type { Secrets } from './useSecrets.ts';

const NOTHING: MetadataDrafts = {};
/** The text in place of metadata that no answer has held. */
export const METADATA_UNKNOWN = 'The metadata of this device is not known: it cannot be changed. Show Secrets requests it.';

/** One field, as shown and edited. */
export interface ShownField {
  readonly field: MetadataField;
  /** The value, masked or readable. */
  readonly text: string;
  /** The typed or selected value; undefined while unchanged. */
  readonly draft: string | undefined;
  readonly problem: string | undefined;
  /** Set while somebody else has changed the edited field. */
  readonly othersHint: string | undefined;
  readonly put: (draft: string) => void;
}

interface Known {
  /** Null while not editing. */
  readonly drafts: MetadataDrafts | null;
  /** The stored texts, masked, when the edit of each field began. Source: FORM1. */
  readonly begun: MetadataDrafts;
  /** The metadata that a save changes: masked, as long as an answer holds it so. */
  readonly base: Readonly<Record<string, unknown>>;
  /** Includes the requested secrets. */
  readonly readable: Readonly<Record<string, unknown>>;
}

function shownField(field: MetadataField, { drafts, begun, base, readable }: Known): Omit<ShownField, 'put'> {
  const draft = drafts?.[fieldName(field)];
  // The secrets in metadata that is edited as one JSON text are masked, because a draft would otherwise keep them.
  const text = metadataText(field.kind === 'json' && drafts !== null ? base : readable, field);
  const stored = metadataText(base, field);
  const before = begun[fieldName(field)];
  return {
    field,
    text,
    draft,
    problem: draft === undefined ? undefined : metadataProblem(field, draft),
    othersHint: draft === undefined || before === undefined || before === stored ? undefined : othersChange(stored),
  };
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

/** Returns the metadata with readable secrets, if they are shown; an answer without metadata does not hide that which is known. */
const readableOf = ({ metadata }: Secrets, known: Device['metadata']) =>
  known != null && metadata !== undefined && Object.keys(metadata).length === 0 ? undefined : metadata;

/**
 * Returns the metadata of a device: read-only, then edited, then saved if changed. Only changed fields are drafts, so that an unchanged secret disappears when
 * its minute ends. It is edited only while an answer holds it. Source: MGMT-021..023, META3.
 */
export function useMetadata({ serial, device_type, metadata }: Device, secrets: Secrets) {
  const { refresh } = useDeviceAnswers(serial);
  const schema = useAnswer(getAllDeviceTypes, {}).answer?.result.find(({ id }) => id === device_type)?.metadata_schema;
  const [drafts, setDrafts] = useState<MetadataDrafts | null>(null);
  const [begun, setBegun] = useState(NOTHING);
  const post = useSaveMetadata(serial, {
    onSaved: () => {
      secrets.forget();
      setDrafts(null);
    },
    onSettled: refresh,
  });
  const leave = useUnsaved(drafts !== null && Object.keys(drafts).length > 0);
  // An answer that lacks the metadata looks as if there were none; the readable one shows otherwise, also after its minute.
  const [isReadableAlone, setReadableAlone] = useState(false);
  const isEmpty = metadata == null || Object.keys(metadata).length === 0;
  const hasReadable = Object.keys(secrets.metadata ?? NOTHING).length > 0;
  if (isEmpty && hasReadable && !isReadableAlone) setReadableAlone(true);
  const known = isEmpty ? (secrets.metadata ?? (isReadableAlone ? undefined : (metadata ?? undefined))) : metadata;
  const base = known ?? NOTHING;
  const readable = readableOf(secrets, metadata) ?? base;
  const fields = metadataFields(device_type, schema, base);
  const shown = fields.map((field): ShownField => ({
    ...shownField(field, { drafts, begun, base, readable }),
    put: (next) => {
      const name = fieldName(field);
      setBegun((before) => ({ [name]: metadataText(base, field), ...before }));
      setDrafts((before) => ({ ...before, [name]: next }));
    },
  }));
  const isValid = shown.every(({ problem }) => problem === undefined);
  const save = () => {
    // Without the metadata that is stored, a save would remove all that was not edited.
    if (known === undefined || !isValid || post.isSaving || drafts === null) return;
    const changed = (stored?: Known['base']) => changedMetadata(fields, drafts, { masked: base, shown: readable }, stored);
    if (changed() === null) setDrafts(null);
    else post.save(changed);
  };
  return {
    fields: shown,
    former: formerFields(fields, secrets.former, readable),
    isKnown: known !== undefined,
    isEditing: drafts !== null,
    isSaving: post.isSaving,
    isPossible: post.isPossible,
    canSave: known !== undefined && isValid && !post.isSaving && post.isPossible,
    problem: post.alert,
    edit: () => {
      refresh();
      setDrafts(NOTHING);
      setBegun(NOTHING);
    },
    cancel: () => leave(() => setDrafts(null)),
    save,
  };
}
