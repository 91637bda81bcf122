import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { postConfirmMaintenanceDeployment, type SshCredentials, type SshTarget } from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { useDeviceLabel } from '#state/hooks/useAppSelector';
import { useSave } from '#state/hooks/useSave';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { SecretValue } from '#widgets/SecretValue';

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) minmax(0, 1fr)', md: '180px minmax(0, 1fr) minmax(0, 1fr) 236px' },
    columnGap: '20px',
    rowGap: '8px',
    alignItems: 'center',
    py: '10px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    '& > p': { gridColumn: { base: '1 / -1', md: 'auto' }, color: 'fg.muted', textStyle: 'meta' },
    '& > button': { gridColumn: { base: '1 / -1', md: 'auto' }, justifySelf: 'end' },
  },
});

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
  readonly former: SshCredentials;
  readonly onConfirmed: () => void;
}

/** Renders the credentials that a computer had before the stored ones, until somebody says that it has those. Source: KEPTHERE1. */
export function FormerCredentials({ serial, target, former, onConfirmed }: Props) {
  const saving = useSave(postConfirmMaintenanceDeployment, {
    saved: `The former credentials of ${target} are forgotten`,
    isSaved: ({ success }) => success,
    onSaved: onConfirmed,
    failsAs: 'toast',
  });
  const name = useDeviceLabel(serial);
  const { confirm, question } = useConfirm();
  const send = () => saving.save({ params: { serial, target }, body: {} });
  return (
    <Box role="group" aria-label={`Former SSH credentials of ${target}`}>
      <p>Kept here, not confirmed. Before:</p>
      <SecretValue label="Former username" text={former.username} what={`former username of ${target}`} />
      <SecretValue label="Former password" text={former.password} what={`former password of ${target}`} />
      <Button disabled={saving.isSaving || !saving.isPossible} onClick={() => confirm(endings.confirmSsh(target, name), send)}>
        <Check aria-hidden="true" />
        The device has the new ones
      </Button>
      {question}
    </Box>
  );
}
