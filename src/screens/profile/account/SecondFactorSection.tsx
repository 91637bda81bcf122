import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/call';
import { postConfirmMoveMfa, postMoveMfa } from '#contract/identity';
import { outcomeText } from '#domain/text/alertText';
import { endings } from '#domain/text/endings';
import { authenticatorNameProblem, isWholeCode } from '#domain/people/secondFactor';
import { typedCode } from '#domain/people/typedAddress';
import { fieldText } from '#domain/text/fieldText';
import { useSecret } from '#hooks/useSecret';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { Section } from '#ui/Section';
import { MfaKeyView } from '#widgets/MfaKeyView';
import { useOutcome } from './useOutcome.ts';

const EMPTY = { current_code: '', device_name: '', code: '' };
type Fields = typeof EMPTY;

const codeProblem = (code: string) => (isWholeCode(code) ? undefined : 'Type the six digits of the code.');

const problemsOf = ({ current_code, device_name, code }: Fields) => ({
  code: codeProblem(code),
  device_name: fieldText(device_name) === '' ? 'Device name cannot be empty.' : authenticatorNameProblem(device_name),
  current_code: codeProblem(current_code),
});

const digits = { inputMode: 'numeric', maxLength: 20, autoComplete: 'off' } as const;

/** The request for the key of the new phone. */
interface KeyRequest {
  readonly answer: AnswerOf<typeof postMoveMfa> | undefined;
  readonly failure: Parameters<typeof outcomeText>[0] | undefined;
  readonly isPending: boolean;
}

/** Renders the key for the new phone. The key is dropped after a minute; the server returns the same one again. */
function NewKey({ answer, failure, isPending, onShow }: KeyRequest & { readonly onShow: () => void }) {
  const key = answer === undefined ? null : { qrCode: answer.qr_code, address: answer.otpauth };
  if (failure !== undefined) return <Banner tone="error">{outcomeText(failure, 'The move may have begun')}</Banner>;
  return <MfaKeyView mfaKey={key} instead={isPending ? undefined : <Button onClick={onShow}>Show the image again</Button>} />;
}

function MoveSecondFactor({
  newKey,
  onShow,
  onClose,
}: {
  readonly newKey: KeyRequest;
  readonly onShow: () => void;
  readonly onClose: () => void;
}) {
  const draft = useDraft<Fields>(EMPTY, { problems: problemsOf });
  const { send, savingOf, refusedField } = useOutcome(postConfirmMoveMfa, {
    saved: 'Your second factor is on the new phone',
    onSaved: onClose,
    unsure: 'Your second factor may be on the new phone',
  });
  const saving = savingOf('current_code', 'code');
  const text = { readOnly: saving.isSaving };
  const submit = () => {
    const { current_code, device_name, code } = draft.value;
    send({ params: {}, body: { current_code: typedCode(current_code), device_name: fieldText(device_name), code: typedCode(code) } });
  };
  return (
    <FormDialog
      title="Move the second factor"
      draft={draft}
      saving={saving}
      word="Move"
      savingWord="Moving"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Scan the image with the authenticator application of the new phone. The old phone counts until this is done.</p>
      <p>{endings.moveMfa()}</p>
      <NewKey {...newKey} onShow={onShow} />
      <Field {...refusedField('code', draft.field('code'))} {...digits} {...text} label="Code of the new phone" />
      <Field {...draft.field('device_name')} {...text} label="Name of the new phone" maxLength={100} autoComplete="off" />
      <Field {...refusedField('current_code', draft.field('current_code'))} {...digits} {...text} label="Code of the old phone" />
    </FormDialog>
  );
}

/** Renders the form that moves the user's own second factor to a new phone. Source: PEOPLE10. */
export function SecondFactorSection({ disabled }: { readonly disabled: boolean }) {
  const newKey = useSecret(postMoveMfa);
  const [isOpen, setOpen] = useState(false);
  const show = () => newKey.send({ params: {}, body: {} });
  const open = () => {
    show();
    setOpen(true);
  };
  const close = () => {
    newKey.forget();
    setOpen(false);
  };
  return (
    <Section title="Second factor">
      <chakra.p color="fg.muted" py="6px">
        You need both phones at hand. Your other sign-ins end. Lost the old phone? Ask an administrator.
      </chakra.p>
      <Button disabled={disabled} onClick={open}>
        Move to a new phone
      </Button>
      {isOpen && <MoveSecondFactor newKey={newKey} onShow={show} onClose={close} />}
    </Section>
  );
}
