import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { typedCode } from '#domain/people/typedAddress';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { MfaFields } from './MfaFields.tsx';
import { isComplete, type MfaDraft, type MfaStep } from './mfaStep.ts';

interface Props {
  readonly open: boolean;
  readonly product: string;
  readonly step: MfaStep;
  readonly onConfirm: (deviceName: string, code: string) => void;
  /** Restarts the enrolment with empty fields. */
  readonly onRetry: () => void;
  /** Logs out; offered after an enrolment that failed, or may have, which another sign-in may solve. */
  readonly onLeave: () => void;
  /** Continues to the console once the second factor is set up. */
  readonly onDone: () => void;
}

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    mt: '3',
    // The colour of the notes about the key.
    '--note': 'var(--o-colors-fg-muted)',
  },
});
const Advice = chakra('p', { base: { color: 'fg.muted' } });
/** The advice after a rejected code. */
const NEXT =
  'After Retry, enter the code that your application shows then. If it is refused again, let your phone set its clock by itself.';
const MAY_BE_DONE = 'The second factor may be set up: log out and sign in again, or Retry.';
const REPLACED = 'The image is a new one: delete the earlier entry of your application, then scan it again.';
const nothing: MfaDraft = { deviceName: '', code: '' };
const stay = () => undefined;

/** Renders the set-up of the second factor: confirm, retry, leave. It cannot be closed, only completed. */
export function MfaDialog({ open, product, step, onConfirm, onRetry, onLeave, onDone }: Props) {
  const [draft, setDraft] = useState(nothing);
  const canConfirm = step.kind === 'open' && isComplete(draft);
  const confirm = () => {
    if (canConfirm) onConfirm(draft.deviceName.trim(), typedCode(draft.code));
  };
  const retry = () => {
    setDraft(nothing);
    onRetry();
  };
  const [word, act, enabled] = {
    loading: ['Confirm', confirm, false] as const,
    open: ['Confirm', confirm, canConfirm] as const,
    confirming: ['Confirm', confirm, false] as const,
    failed: ['Retry', retry, true] as const,
    unsure: ['Retry', retry, true] as const,
    done: ['Continue', onDone, true] as const,
  }[step.kind];
  const action = (
    <>
      {(step.kind === 'failed' || step.kind === 'unsure') && (
        <Button variant="raised" size="lg" onClick={onLeave}>
          Log out
        </Button>
      )}
      <Button variant="solid" size="lg" disabled={!enabled} onClick={act}>
        {word}
      </Button>
    </>
  );
  return (
    <Dialog open={open} alert title="MFA is required" onClose={stay} actions={action}>
      <Body>
        {step.kind === 'done' && <Banner tone="online">MFA is enabled</Banner>}
        {step.kind === 'unsure' && <Banner tone="warning">{MAY_BE_DONE}</Banner>}
        {step.kind === 'failed' && <Banner tone="error">Error during update of the MFA</Banner>}
        {step.kind === 'failed' && <Advice>{`Ask your ${product} administrator for help! Error: ${step.error}`}</Advice>}
        {step.kind === 'failed' && draft.code !== '' && <Advice>{NEXT}</Advice>}
        {(step.kind === 'loading' || step.kind === 'open' || step.kind === 'confirming') && (
          <>
            {step.kind !== 'loading' && step.isReplaced === true && <Banner tone="warning">{REPLACED}</Banner>}
            <MfaFields mfaKey={step.kind === 'loading' ? null : step} draft={draft} onDraft={setDraft} onConfirm={confirm} />
          </>
        )}
      </Body>
    </Dialog>
  );
}
