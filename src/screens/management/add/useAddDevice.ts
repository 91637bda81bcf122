import { useContext, useState } from 'react';
import { getAllDevices, postCreateDevice } from '#contract/device';
import { deviceSerial, deviceSerialProblem } from '#domain/deviceSerial';
import { deviceName, deviceNameProblem } from '#domain/deviceSettings';
import { useAnswer } from '#state/useAnswer';
import { useSave } from '#state/useSave';
import { IntentContext } from '#state/IntentContext';

/** The type that is chosen at first. Source: MGMT-059, CONST-053. */
const DEFAULT_TYPE = 'LUMION_FIX';
const FAILED = 'Something went wrong while creating the device';
/** What is typed and chosen; '' is no revision. */
interface Draft {
  readonly serial: string;
  readonly name: string;
  readonly device_type: string;
  readonly revision: string;
}

const EMPTY: Draft = { serial: '', name: '', device_type: DEFAULT_TYPE, revision: '' };

const problemsOf = ({ serial, name }: Draft) => ({
  serial: deviceSerialProblem(serial),
  // Without a name the serial is the name.
  name: deviceName(name) === '' ? undefined : deviceNameProblem(name),
});

/** Creates a device, then requests the devices again. */
function useCreateDevice(onCreated: () => void) {
  const give = useContext(IntentContext);
  const { refresh } = useAnswer(getAllDevices, {});
  return useSave(postCreateDevice, {
    saved: 'The device is created',
    onSaved: () => {
      refresh();
      onCreated();
    },
    isSaved: ({ result }) => result,
    notSaved: null,
    onNotSaved: () => give?.({ kind: 'alert.raised', tone: 'warning', text: FAILED }),
    unsure: 'The device may be created',
    failsAs: 'toast',
  });
}

/** The form that adds one device after the other: draft, question, request. Problems show after the first try. Source: MGMT-055..066. */
export function useAddDevice() {
  const [draft, setDraft] = useState(EMPTY);
  const [step, setStep] = useState<'typing' | 'tried' | 'asking'>('typing');
  const post = useCreateDevice(() => setDraft((known) => ({ ...known, serial: '', name: '' })));
  const problems = problemsOf(draft);
  const isSound = problems.serial === undefined && problems.name === undefined;
  const put = (more: Partial<Omit<Draft, 'revision'>>) => {
    setStep((known) => (known === 'asking' ? 'typing' : known));
    // Another type has other revisions. Source: MGMT-064.
    setDraft((known) => ({ ...known, ...more, ...('device_type' in more && { revision: '' }) }));
  };
  const create = () => {
    setStep('typing');
    const { device_type, revision } = draft;
    const serial = deviceSerial(draft.serial);
    const name = deviceName(draft.name) || serial;
    post.save({ params: { serial }, body: { name, device_type, ...(revision === '' ? {} : { hardware_revision_id: revision }) } });
  };
  return {
    draft,
    put,
    chooseRevision: (revision: string) => setDraft((known) => ({ ...known, revision })),
    problems: step === 'typing' ? { serial: undefined, name: undefined } : problems,
    /** The question before the act is open. */
    isPending: step === 'asking' && isSound,
    isSaving: post.isSaving,
    /** Set where no response came. */
    unsure: post.alert,
    submit: () => (post.isSaving ? undefined : setStep(isSound ? 'asking' : 'tried')),
    cancel: () => setStep('typing'),
    create,
  };
}
