import { useContext, useMemo, useState } from 'react';
import { getAllDevices, getAllDeviceTypes, postCreateDevice } from '#contract/devices/device';
import { deviceSerial, deviceSerialProblem } from '#domain/devices/deviceSerial';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { offeredTypes } from '#domain/devices/typeCatalogue';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { useUnsaved } from '#ui/form/leaveGuard';
import { IntentContext } from '#hooks/IntentContext';

/** The initial type. Source: MGMT-059, CONST-053. */
const DEFAULT_TYPE = 'LUMION_FIX';
const FAILED = 'Something went wrong while creating the device';
/** The entered values; a `revision` of '' means none. */
interface Draft {
  readonly serial: string;
  readonly name: string;
  readonly device_type: string;
  readonly revision: string;
}

const EMPTY: Draft = { serial: '', name: '', device_type: DEFAULT_TYPE, revision: '' };

const problemsOf = ({ serial, name }: Draft) => ({
  serial: deviceSerialProblem(serial),
  // If the name is empty, the serial becomes the name.
  name: deviceName(name) === '' ? undefined : deviceNameProblem(name),
});

/** Creates a device, then requests the device list again. */
function useCreateDevice(onCreated: () => void) {
  const sendIntent = useContext(IntentContext);
  const { refresh } = useAnswer(getAllDevices, {});
  return useSave(postCreateDevice, {
    saved: 'The device is created',
    onSaved: onCreated,
    onSettled: refresh,
    isSaved: ({ result }) => result === true,
    notSaved: null,
    onNotSaved: () => sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: FAILED }),
    unsure: 'The device may be created',
    failsAs: 'toast',
  });
}

/**
 * Returns the types that a new device may have, and the selected one; the first one if the selected one is not offered, e.g. because it is archived. Source:
 * TYPES3.
 */
function useOfferedTypes(wanted: string) {
  const known = useAnswer(getAllDeviceTypes, {}).answer?.result;
  const types = useMemo(() => (known === undefined ? undefined : offeredTypes(known)), [known]);
  const isOffered = types === undefined || types.some(({ id }) => id === wanted);
  return { types, chosen: isOffered ? wanted : (types[0]?.id ?? wanted) };
}

/**
 * Returns the form that adds devices: draft, problems, confirmation, request; default type `LUMION_FIX`. Problems are shown after the first attempt. Type and
 * revision are kept for the next device. Source: MGMT-055..066.
 */
export function useAddDevice() {
  const [typed, setDraft] = useState(EMPTY);
  const { types, chosen } = useOfferedTypes(typed.device_type);
  const draft = { ...typed, device_type: chosen };
  const [step, setStep] = useState<'typing' | 'tried' | 'asking'>('typing');
  const [created, setCreated] = useState<string | null>(null);
  const post = useCreateDevice(() => {
    setCreated(deviceSerial(draft.serial));
    setDraft((known) => ({ ...known, serial: '', name: '' }));
  });
  useUnsaved(typed.serial !== '' || typed.name !== '');
  const problems = problemsOf(draft);
  const isValid = problems.serial === undefined && problems.name === undefined;
  const put = (more: Partial<Omit<Draft, 'revision'>>) => {
    setStep((known) => (known === 'asking' ? 'typing' : known));
    // Each type has its own revisions. Source: MGMT-064.
    setDraft((known) => ({ ...known, ...more, ...('device_type' in more && { revision: '' }) }));
  };
  const create = () => {
    setStep('typing');
    setCreated(null);
    const { device_type, revision } = draft;
    const serial = deviceSerial(draft.serial);
    const name = deviceName(draft.name) || serial;
    post.save({ params: { serial }, body: { name, device_type, ...(revision === '' ? {} : { hardware_revision_id: revision }) } });
  };
  return {
    draft,
    /** The types that a new device may have; undefined while they are unknown. */
    types,
    /** The serial of the last created device. */
    created,
    put,
    chooseRevision: (revision: string) => setDraft((known) => ({ ...known, revision })),
    problems: step === 'typing' ? { serial: undefined, name: undefined } : problems,
    /** Whether the confirmation is open. */
    isPending: step === 'asking' && isValid,
    isSaving: post.isSaving,
    /** The possible outcome; set if no response arrived. */
    unsure: post.alert,
    submit: () => (post.isSaving ? undefined : setStep(isValid ? 'asking' : 'tried')),
    cancel: () => setStep('typing'),
    create,
  };
}
