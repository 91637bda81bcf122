import { chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useContext } from 'react';
import type { Device } from '#contract/devices/device';
import { getDeleteCredentials } from '#contract/devices/deviceCredential';
import { isDone } from '#domain/commands/isDone';
import { mayHaveActed, outcomeText } from '#domain/text/alertText';
import { endings } from '#domain/text/endings';
import { deletesCredentials } from '#domain/people/rights';
import { selectRole } from '#state/session';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { useRequest } from '#hooks/useRequest';
import { useOnSettled } from '#hooks/useOnSettled';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { IntentContext } from '#hooks/IntentContext';
import { Button } from '#ui/Button';
import { useConfirm } from '#ui/useConfirm';
import { useRenews } from '#widgets/useRenews';

const DELETED = 'The credentials are deleted';
const NOT_DELETED = 'The credentials are not deleted';
const ASK_A_MANAGER = 'Ask a cloud manager to delete these credentials if necessary';

interface Props {
  readonly device: Device;
  /** Whether there are credentials to delete; the button stays while its question is open or its request runs, until the outcome is shown. */
  readonly isOffered: boolean;
  /** Called when the credentials are deleted, or may be. */
  readonly onDeleted: () => void;
  readonly onRefused: () => void;
}

function DeleteButton({ device, isOffered, onDeleted, onRefused }: Props) {
  const sendIntent = useContext(IntentContext);
  const name = useDeviceLabel(device.serial);
  const { send, answer, failure, isPending } = useRequest(getDeleteCredentials);
  const renews = useRenews(device);
  const { confirm, question, isAsking } = useConfirm();
  useFailureAlert(failure, failure && outcomeText(failure, 'The credentials may be deleted'));
  useOnSettled({ isPending }, () => {
    if (answer === undefined) {
      if (failure === undefined || mayHaveActed(failure)) onDeleted();
      else onRefused();
    } else if (isDone(answer)) {
      sendIntent?.({ kind: 'alert.raised', tone: 'success', text: DELETED });
      onDeleted();
    } else {
      sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: NOT_DELETED });
      onRefused();
    }
  });
  // Credentials are readable for a minute, which may end before the person has answered. Source: MINUTE1.
  if (!isOffered && !isAsking && !isPending) return null;
  return (
    <>
      <Button
        aria-busy={isPending}
        disabled={isPending || sendIntent === null}
        onClick={() =>
          confirm(`The credentials of ${name} will be deleted. ${endings.deleteCredentials(name, renews)}`, () =>
            send({ params: { serial: device.serial } }),
          )
        }
      >
        <Trash2 aria-hidden="true" />
        Delete Credentials
      </Button>
      {question}
    </>
  );
}

/** Renders the button that deletes the credentials or, for users without that permission, whom to ask. Source: MGMT-042..044, ROLE-025. */
export function DeleteCredentials(props: Props) {
  const mayDelete = useAppSelector((s) => deletesCredentials(selectRole(s)));
  if (mayDelete) return <DeleteButton {...props} />;
  return props.isOffered ? <chakra.p color="fg.muted">{ASK_A_MANAGER}</chakra.p> : null;
}
