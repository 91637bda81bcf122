import { chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useContext } from 'react';
import type { Device } from '#contract/devices/device';
import { getDeleteCredentials } from '#contract/devices/deviceCredential';
import { noAnswerText } from '#domain/text/alertText';
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
const ASK_A_MANAGER = 'Ask a cloud manager to delete these credentials if necessary';

interface Props {
  readonly device: Device;
  readonly onDeleted: () => void;
}

function DeleteButton({ device, onDeleted }: Props) {
  const sendIntent = useContext(IntentContext);
  const name = useDeviceLabel(device.serial);
  const { send, answer, failure, isPending } = useRequest(getDeleteCredentials);
  const renews = useRenews(device);
  const { confirm, question } = useConfirm();
  useFailureAlert(failure, noAnswerText('The credentials may be deleted'));
  useOnSettled({ isPending }, () => {
    if (answer?.result !== true) return;
    sendIntent?.({ kind: 'alert.raised', tone: 'success', text: DELETED });
    onDeleted();
  });
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
  return mayDelete ? <DeleteButton {...props} /> : <chakra.p color="fg.muted">{ASK_A_MANAGER}</chakra.p>;
}
