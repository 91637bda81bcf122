import { Check } from 'lucide-react';
import { postConfirmMaintenanceDeployment, type SshCredentials, type SshTarget } from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { FormerValues } from '#widgets/FormerValues';

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
  readonly former: SshCredentials;
  readonly onConfirmed: () => void;
}

/** Renders the credentials that a computer had before the stored ones, until somebody confirms the stored ones. Source: KEPTHERE1. */
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
    <FormerValues
      label={`Former SSH credentials of ${target}`}
      note="Kept here, not confirmed. Before:"
      values={[
        { label: 'username', text: former.username },
        { label: 'password', text: former.password },
      ]}
    >
      <Button disabled={saving.isSaving || !saving.isPossible} onClick={() => confirm(endings.confirmSsh(target, name), send)}>
        <Check aria-hidden="true" />
        The device has the new ones
      </Button>
      {question}
    </FormerValues>
  );
}
