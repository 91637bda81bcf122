import { useContext, useState } from 'react';
import { getAllDevices, postCreateDevice } from '#contract/device';
import { alertText, noAnswerText } from '#domain/alertText';
import { deviceSerial, deviceSerialProblem } from '#domain/deviceSerial';
import { deviceName, deviceNameProblem } from '#domain/deviceSettings';
import { useAnswer } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';
import { IntentContext } from '#state/IntentContext';

/** The type that is chosen at first. Source: MGMT-059, CONST-053. */
const DEFAULT_TYPE = 'LUMION_FIX';
const CREATED = 'The device is created';
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

/** The form that adds one device after the other: draft, question, request. Problems show after the first try. Source: MGMT-055..066. */
export function useAddDevice() {
  const give = useContext(IntentContext);
  const { refresh } = useAnswer(getAllDevices, {});
  const post = useRequest(postCreateDevice);
  const [draft, setDraft] = useState(EMPTY);
  const [step, setStep] = useState<'typing' | 'tried' | 'asking'>('typing');
  useFailureAlert(post.failure);
  useOnSettled(post, () => {
    if (post.answer?.result === false) give?.({ kind: 'alert.raised', tone: 'warning', text: FAILED });
    if (post.answer?.result !== true) return;
    give?.({ kind: 'alert.raised', tone: 'success', text: CREATED });
    refresh();
    setDraft((known) => ({ ...known, serial: '', name: '' }));
  });
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
    post.ask({ params: { serial }, body: { name, device_type, ...(revision === '' ? {} : { hardware_revision_id: revision }) } });
  };
  return {
    draft,
    put,
    chooseRevision: (revision: string) => setDraft((known) => ({ ...known, revision })),
    problems: step === 'typing' ? { serial: undefined, name: undefined } : problems,
    /** The question before the act is open. */
    isPending: step === 'asking' && isSound,
    isSaving: post.isPending,
    /** Nobody knows whether it was made. */
    unsure: post.failure !== undefined && alertText(post.failure) === null ? noAnswerText('The device may be created') : undefined,
    submit: () => (post.isPending ? undefined : setStep(isSound ? 'asking' : 'tried')),
    cancel: () => setStep('typing'),
    create,
  };
}
