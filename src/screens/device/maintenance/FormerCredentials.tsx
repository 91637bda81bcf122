import { Check } from 'lucide-react';
import { type getMaintenanceDeployment, postConfirmMaintenanceDeployment, type SshTarget } from '#contract/devices/maintenance';
import type { AnswerOf } from '#contract/call';
import { endings } from '#domain/text/endings';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { FormerValues } from '#widgets/FormerValues';

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
  /** The credentials with the former ones. Undefined while they are not shown; the question stays, and the outcome of a request is shown. */
  readonly answer: AnswerOf<typeof getMaintenanceDeployment> | undefined;
  readonly onConfirmed: () => void;
}

/** Renders the credentials that a computer had before the stored ones, until somebody confirms the stored ones. Source: KEPTHERE1. */
export function FormerCredentials({ serial, target, answer, onConfirmed }: Props) {
  const saving = useSave(postConfirmMaintenanceDeployment, {
    saved: `The former credentials of ${target} are forgotten`,
    onSaved: onConfirmed,
    failsAs: 'toastOnly',
  });
  const name = useDeviceLabel(serial);
  const { confirm, question } = useConfirm();
  // They are readable for a minute, which may end before the person has answered. Source: MINUTE1.
  if (answer?.former == null) return question;
  const { former, saved_at } = answer;
  // What somebody else saves meanwhile is not what this person confirms. Source: CRED9.
  const send = () => saving.save({ params: { serial, target }, body: saved_at == null ? {} : { saved_at } });
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
