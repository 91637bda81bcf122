import { chakra } from '@chakra-ui/react';
import { EyeOff, KeyRound } from 'lucide-react';
import type { SshTarget } from '#contract/devices/maintenance';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { RemoveCredentials } from './RemoveCredentials.tsx';
import type { useSshForm } from './useSshForm.ts';

/** Maximum length of an input. */
const LONGEST = 200;

const Row = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: '90px minmax(0, 1fr) minmax(0, 1fr) 200px',
      lg: '90px minmax(0, 1fr) minmax(0, 1fr) 290px',
    },
    gap: '12px 20px',
    alignItems: 'end',
    minWidth: 0,
    py: '14px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
});
const Target = chakra('strong', { base: { fontWeight: 600, alignSelf: 'center', pt: { md: '24px' } } });
const Act = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', minHeight: '36px', textStyle: 'meta', color: 'fg.muted' },
});

interface Props {
  readonly target: SshTarget;
  readonly form: ReturnType<ReturnType<typeof useSshForm>['targetOf']>;
  readonly disabled: boolean;
}

/** Renders username and password of one computer of a device, empty until loaded or typed. Source: MGMT-074. */
export function TargetFields({ target, form, disabled: isFormDisabled }: Props) {
  const { serial, value, secret, put, removal } = form;
  const disabled = isFormDisabled || removal.isRemoving;
  const isLoaded = secret.answer !== undefined;
  return (
    <Row aria-label={`SSH credentials of ${target}`}>
      <Target>{target}</Target>
      <Field
        label="Username"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={value.username}
        disabled={disabled}
        onValue={(username) => put({ username })}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        maxLength={LONGEST}
        value={value.password}
        disabled={disabled}
        onValue={(password) => put({ password })}
      />
      <Act>
        <LoadButton target={target} form={form} disabled={disabled} />
        {isLoaded && <span role="timer">{`${Math.ceil(secret.leftMs / 1_000)} s`}</span>}
        <RemoveCredentials serial={serial} target={target} disabled={disabled} removal={removal} />
      </Act>
    </Row>
  );
}

function LoadButton({ target, form: { secret, load }, disabled }: Props) {
  if (secret.answer !== undefined) {
    return (
      <Button aria-label={`Hide the credentials of ${target}`} onClick={secret.forget}>
        <EyeOff aria-hidden="true" />
        Hide
      </Button>
    );
  }
  return (
    <Button
      aria-label={`Load the credentials of ${target}`}
      aria-busy={secret.isPending}
      disabled={disabled || secret.isPending}
      onClick={load}
    >
      <KeyRound aria-hidden="true" />
      Load
    </Button>
  );
}
