import { chakra } from '@chakra-ui/react';
import { useRef, type KeyboardEvent } from 'react';
import { authenticatorNameProblem } from '#domain/people/secondFactor';
import { Field } from '#ui/Field';
import { isEnter } from '#ui/keyTargets';
import { type MfaKey, MfaKeyView } from '#widgets/MfaKeyView';
import type { MfaDraft } from './mfaStep.ts';

const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (!isEnter(event)) return;
  event.preventDefault();
  act();
};

interface Props {
  /** Null while loading. */
  readonly mfaKey: MfaKey | null;
  readonly draft: MfaDraft;
  readonly onDraft: (draft: MfaDraft) => void;
  readonly onConfirm: () => void;
}

/** Renders the QR code and the fields for device name and TOTP code. */
export function MfaFields({ mfaKey, draft, onDraft, onConfirm }: Props) {
  const code = useRef<HTMLInputElement>(null);
  return (
    <>
      <chakra.p color="fg.muted">Scan the image with an authenticator application, then enter the code it shows.</chakra.p>
      <MfaKeyView mfaKey={mfaKey} />
      <Field
        label="Device name"
        value={draft.deviceName}
        problem={authenticatorNameProblem(draft.deviceName)}
        onValue={(deviceName) => onDraft({ ...draft, deviceName })}
        maxLength={100}
        onKeyDown={onEnter(() => code.current?.focus())}
      />
      <Field
        ref={code}
        label="TOTP code"
        value={draft.code}
        onValue={(typed) => onDraft({ ...draft, code: typed })}
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        onKeyDown={onEnter(onConfirm)}
      />
    </>
  );
}
