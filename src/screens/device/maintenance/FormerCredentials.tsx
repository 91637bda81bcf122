import { Check } from 'lucide-react';
import { postConfirmMaintenanceDeployment, type SshTarget, type StoredCredentials } from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { FormerValues } from '#widgets/FormerValues';

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
  /** Undefined while they are not shown; the question stays, and the outcome of a request is shown. */
  readonly former: StoredCredentials | null | undefined;
  readonly onConfirmed: () => void;
}

/** Renders the credentials that a computer had before the stored ones, until somebody confirms the stored ones. Source: KEPTHERE1. */
export function FormerCredentials({ serial, target, former, onConfirmed }: Props) {
  const saving = useSave(postConfirmMaintenanceDeployment, {
    saved: `The former credentials of ${target} are forgotten`,
    onSaved: onConfirmed,
    failsAs: 'toastOnly',
  });
  const name = useDeviceLabel(serial);
  const { confirm, question } = useConfirm();
  // They are readable for a minute, which may end before the person has answered. Source: MINUTE1.
  if (former == null) return question;
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
