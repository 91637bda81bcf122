import { Trash2 } from 'lucide-react';
import type { SshTarget } from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { useFeature } from '#hooks/features';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import type { useRemoval } from './useRemoval.ts';

interface Props {
  readonly serial: string;
  readonly target: SshTarget;
  readonly disabled: boolean;
  readonly removal: ReturnType<typeof useRemoval>;
}

/** Renders the button that removes the stored credentials of a computer, after a question; nothing if the server does not offer it. Source: CRED6. */
export function RemoveCredentials({ serial, target, disabled, removal: { remove, isRemoving, isPossible } }: Props) {
  const isOffered = useFeature('secret_removals');
  const name = useDeviceLabel(serial);
  const { confirm, question } = useConfirm();
  if (!isOffered) return null;
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Remove the credentials of ${target}`}
        disabled={disabled || isRemoving || !isPossible}
        onClick={() => confirm(endings.removeSsh(target, name), remove)}
      >
        <Trash2 aria-hidden="true" />
        {isRemoving ? 'Removing' : 'Remove'}
      </Button>
      {question}
    </>
  );
}
