import { postCreateDeviceType } from '#contract/devices/deviceType';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { newTypeIdProblem, revisionsIn, revisionsProblem } from '#domain/devices/typeCatalogue';
import { useSave } from '#hooks/useSave';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import type { DeviceType } from './TypeMenu.tsx';

interface Draft {
  readonly id: string;
  readonly name: string;
  /** Separated by commas. */
  readonly revisions: string;
}

const EMPTY: Draft = { id: '', name: '', revisions: '' };

interface Props {
  readonly types: readonly DeviceType[];
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that adds a device type. Source: TYPES1, TYPES5. */
export function AddType({ types, refresh, onClose }: Props) {
  const draft = useDraft(EMPTY, {
    problems: ({ id, name, revisions }) => ({
      id: newTypeIdProblem(id, types),
      name: deviceNameProblem(name),
      revisions: revisionsProblem(revisions),
    }),
    clean: ({ id, name, revisions }) => ({ id: id.trim(), name: deviceName(name), revisions }),
  });
  const saving = useSave(postCreateDeviceType, {
    saved: 'The device type is added',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The device type may be added',
  });
  const { id, name, revisions } = draft.clean;
  return (
    <FormDialog
      title="Add Device Type"
      draft={draft}
      saving={saving}
      word="Add"
      savingWord="Adding"
      onSubmit={() => saving.save({ params: { id }, body: { name, revisions: [...revisionsIn(revisions)] } })}
      onClose={onClose}
    >
      <Field
        {...draft.field('id')}
        label="Id"
        autoComplete="off"
        spellCheck={false}
        hint="As robots and history name it; it cannot be changed later."
        placeholder="SCT02"
      />
      <Field {...draft.field('name')} label="Name" autoComplete="off" />
      <Field
        {...draft.field('revisions')}
        label="Hardware Revisions"
        autoComplete="off"
        spellCheck={false}
        hint="Separated by commas. More can be added later."
      />
    </FormDialog>
  );
}
