import { chakra } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Device, getAllDeviceTypes, postUpdateDevice } from '#contract/devices/device';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { correctionFields, correctionProblems, correctionQuestion, fixedText } from '#domain/devices/deviceCorrection';
import { deviceInfoLink } from '#domain/addresses';
import { offeredTypes } from '#domain/devices/typeCatalogue';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { useActionGate } from '#hooks/useActionGate';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { selectRole } from '#state/session';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FieldNote } from '#ui/FieldNote';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { useConfirm } from '#ui/useConfirm';
import { useDeviceAnswers } from '#widgets/useDeviceAnswers';
import { TypeFields } from '../TypeFields.tsx';

const fieldsOf = ({ serial, client_name, device_type, hardware_revision_id }: Device) => ({
  serial,
  client_name: client_name ?? '',
  device_type,
  hardware_revision_id: hardware_revision_id ?? '',
});

/** Returns the draft of an edited device and the function that sends its changes; after a change of the serial, the page of the new serial is opened. */
function useEdit(device: Device, onClose: () => void) {
  const navigate = useNavigate();
  const { refresh } = useDeviceAnswers(device.serial);
  const stored = fieldsOf(device);
  const draft = useDraft(stored, { clean: correctionFields, problems: (fields) => correctionProblems(fields, stored), isUpdate: true });
  const options = {
    saved: 'The device is changed',
    unsure: 'The device may be changed',
    onSettled: refresh,
    onSaved: () => {
      onClose();
      if (draft.clean.serial !== device.serial) void navigate(deviceInfoLink(draft.clean.serial));
    },
  };
  const naming = useSave(postUpdateDevice, options);
  const correcting = useSave(postCorrectDevice, options);
  // Only the newest attempt has an alert. Source: FORM4.
  const [newest, setNewest] = useState<'naming' | 'correcting'>('naming');
  const params = { serial: device.serial };
  const send = () => {
    const { client_name, ...identity } = draft.patch;
    const named = client_name === undefined ? {} : { client_name: client_name === '' ? null : client_name };
    const isNaming = Object.keys(identity).length === 0;
    setNewest(isNaming ? 'naming' : 'correcting');
    if (isNaming) return naming.save({ params, body: named });
    const { hardware_revision_id: revision, ...rest } = identity;
    const revised = revision === undefined ? {} : { hardware_revision_id: revision === '' ? null : revision };
    return correcting.save({ params, body: { ...rest, ...revised, ...named } });
  };
  return {
    draft,
    send,
    saving: { isSaving: naming.isSaving || correcting.isSaving, alert: (newest === 'naming' ? naming : correcting).alert },
  };
}

/** Renders the form: client name, type, revision, and the serial or why it stays. Source: CORRECT1. */
function EditForm({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const canCorrect = useFeature('device_corrections');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const known = useAnswer(getAllDeviceTypes, {}).answer?.result;
  const types = known === undefined ? undefined : offeredTypes(known, device);
  const { draft, send, saving } = useEdit(device, onClose);
  const { confirm, question } = useConfirm();
  const fixed = fixedText(device.serial, Boolean(device.first_seen) || Boolean(device.last_seen));
  const submit = () => confirm(correctionQuestion(draft.clean, fieldsOf(device)), send);
  return (
    <FormDialog title="Edit Device" draft={draft} saving={saving} word="Save" onSubmit={submit} onClose={onClose}>
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {canCorrect && isStaff && (
        <>
          {fixed === undefined ? (
            <Field label="Serial" autoComplete="off" spellCheck={false} {...draft.field('serial')} />
          ) : (
            <FieldNote>{fixed}</FieldNote>
          )}
          <TypeFields
            types={types}
            device_type={draft.value.device_type}
            revision={draft.value.hardware_revision_id}
            disabled={saving.isSaving}
            onType={(device_type) => draft.put({ device_type, hardware_revision_id: '' })}
            onRevision={(hardware_revision_id) => draft.put({ hardware_revision_id })}
          />
        </>
      )}
      {canCorrect && !isStaff && <FieldNote>Serial, type and revision are corrected by the staff of the provider.</FieldNote>}
      {question}
    </FormDialog>
  );
}

/** Renders the button "Edit Device" with its form: client name; type, revision, and the serial until it has reported. Source: CORRECT1. */
export function EditDevice({ device }: { readonly device: Device }) {
  const editing = useActionGate(postUpdateDevice);
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.div pt="10px">
      <Button {...editing} onClick={() => setOpen(true)}>
        <Pencil aria-hidden="true" />
        Edit Device
      </Button>
      {isOpen && <EditForm device={device} onClose={() => setOpen(false)} />}
    </chakra.div>
  );
}
