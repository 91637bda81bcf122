import { chakra } from '@chakra-ui/react';
import type { SshTarget } from '#contract/devices/maintenance';
import { Field } from '#ui/Field';
import { SecretButton } from '#widgets/SecretButton';
import { RemoveCredentials } from './RemoveCredentials.tsx';
import type { useSshForm } from './useSshForm.ts';

/** Maximum length of an input. */
const LONGEST = 200;

const WORDS = ['Load', 'Hide'] as const;

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
  const { serial, value, secret, load, put, removal } = form;
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
        <SecretButton
          isShown={isLoaded}
          isPending={secret.isPending}
          reading={{ disabled }}
          onRequest={load}
          onHide={secret.forget}
          words={WORDS}
          names={[`Load the credentials of ${target}`, `Hide the credentials of ${target}`]}
        />
        {isLoaded && <span role="timer">{`${Math.ceil(secret.leftMs / 1_000)} s`}</span>}
        <RemoveCredentials serial={serial} target={target} disabled={disabled} removal={removal} />
      </Act>
    </Row>
  );
}
