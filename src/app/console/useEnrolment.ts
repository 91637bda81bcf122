import { useEffect, useRef, useState } from 'react';
import { postAssociateCode, postSetupMfa } from '#contract/identity';
import { alertText, mayHaveActed } from '#domain/text/alertText';
import type { MfaStep } from '#screens/login/mfaStep';
import type { MfaKey } from '#widgets/MfaKeyView';
import type { Attempt } from '#streams/query/requestOnce';
import { useConsole } from './ConsoleContext.ts';

const request = (call: { readonly name: string }) => ({ call: call.name, params: {}, query: {} });
const UNKNOWN = 'unknown failure';

/** Returns the failed step, with the same text as for every other failure. Source: SIGN-044, RULE-109. */
const failed = (attempt: Attempt): MfaStep => ({ kind: 'failed', error: (attempt.ok ? null : alertText(attempt.failure)) ?? UNKNOWN });

/** Returns the state and handlers of the enrolment: the QR image, the code, and then a renewal that completes the sign-in. Source: SIGN-034..048, ANY14. */
export function useEnrolment(email: string) {
  const { session, requestOnce } = useConsole();
  const [step, setStep] = useState<MfaStep>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const shown = useRef<MfaKey>(null);

  useEffect(() => {
    let isLeft = false;
    setStep({ kind: 'loading' });
    void requestOnce(request(postSetupMfa), { email }).then((attempt) => {
      if (isLeft) return;
      const answer = attempt.ok ? postSetupMfa.answer.safeParse(attempt.answer) : null;
      if (answer?.success !== true) return setStep(failed(attempt));
      const { qr_code: qrCode, otpauth: address } = answer.data;
      const isReplaced = shown.current !== null && shown.current.qrCode !== qrCode;
      shown.current = { qrCode, address };
      return setStep({ kind: 'open', isReplaced, ...shown.current });
    });
    return () => {
      isLeft = true;
    };
  }, [requestOnce, email, round]);

  const confirm = async (device_name: string, code: string) => {
    if (step.kind !== 'open') return;
    setStep({ ...step, kind: 'confirming' });
    const attempt = await requestOnce(request(postAssociateCode), { device_name, code });
    const answer = attempt.ok ? postAssociateCode.answer.safeParse(attempt.answer) : null;
    // The server may have set up the second factor, so a sign-in with it may be possible.
    if (answer?.success !== true) return setStep(attempt.ok || mayHaveActed(attempt.failure) ? { kind: 'unsure' } : failed(attempt));
    return setStep(answer.data.ok ? { kind: 'done' } : { kind: 'failed', error: answer.data.error ?? UNKNOWN });
  };

  return {
    step,
    onConfirm: (device_name: string, code: string) => void confirm(device_name, code),
    onRetry: () => {
      // After a change of its settings, the server may now recognise the second factor.
      void session.recheck();
      setRound(round + 1);
    },
    onLeave: () => void session.signOut(),
    // The old token lacks the second factor; the renewed token contains it, and the gate opens.
    onDone: () => void session.enrolled(),
  };
}
