import { chakra } from '@chakra-ui/react';
import { getMaintenanceDeployment, type SshTarget } from '#contract/devices/maintenance';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { useSecret } from '#hooks/useSecret';
import { useActionGate } from '#hooks/useActionGate';
import { SecretButton } from '#widgets/SecretButton';
import { SecretValue } from '#widgets/SecretValue';
import { FormerCredentials } from './FormerCredentials.tsx';

const Act = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: '12px',
    gridRow: '1',
    gridColumn: { base: '2', md: '4' },
    textStyle: 'meta',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
});
const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 1fr)', md: '180px minmax(0, 1fr) minmax(0, 1fr) 236px' },
    columnGap: '20px',
    rowGap: '8px',
    alignItems: 'center',
    minHeight: '68px',
    py: '10px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
});
const Target = chakra('strong', { base: { fontWeight: 600, gridRow: '1', gridColumn: '1' } });
const Secret = chakra(SecretValue, { base: { gridRow: { base: '2', md: '1' } } });

/** The HTTP status for a computer without stored credentials. Source: OPEN-39. */
const NOT_STORED = 404;

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
}

/** Renders the credentials of one computer: masked, or shown for a minute to the user who requested them. */
export function TargetRow({ serial, target }: Props) {
  const reading = useActionGate(getMaintenanceDeployment);
  const { send, answer, failure, isPending, leftMs, forget } = useSecret(getMaintenanceDeployment);
  const isNone = failure?.status === NOT_STORED;
  const shown = (field: 'username' | 'password') => (isNone ? null : answer && (answer[field] ?? null));
  useFailureAlert(failure);
  return (
    <>
      <Row role="group" aria-label={`SSH credentials of ${target}`}>
        <Target>{target}</Target>
        <Secret label="Username" text={shown('username')} what={`username of ${target}`} />
        <Secret label="Password" text={shown('password')} what={`password of ${target}`} />
        <Act>
          {answer !== undefined && <span role="timer">{`Hidden in ${Math.ceil(leftMs / 1_000)} s`}</span>}
          <SecretButton
            isShown={answer !== undefined}
            isPending={isPending}
            reading={reading}
            onRequest={() => send({ params: { serial, target } })}
            onHide={forget}
          />
        </Act>
      </Row>
      <FormerCredentials serial={serial} target={target} answer={answer} onConfirmed={forget} />
    </>
  );
}
