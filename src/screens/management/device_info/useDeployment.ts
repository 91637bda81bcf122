import { useContext, useState } from 'react';
import { getCloseDeployment, postDeployDevice } from '#contract/deployment';
import { type Device, getAllDevices } from '#contract/device';
import { getDeployments, getLocations } from '#contract/place';
import { alertText, noAnswerText } from '#domain/alertText';
import { useAnswer } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';
import { IntentContext } from '#state/IntentContext';

const WHOLE_LIST = { allPages: true };
const CLOSED = 'The deployment is closed';

/** Where a device works, the places where it could, and the ways from one to the other. Source: MGMT-047..051. */
export function useDeployment({ serial, active_deployment }: Device) {
  const give = useContext(IntentContext);
  const devices = useAnswer(getAllDevices, {});
  const deployments = useAnswer(getDeployments, {}, {}, WHOLE_LIST);
  const locations = useAnswer(getLocations, {}, {}, WHOLE_LIST).answer?.results ?? [];
  const [chosen, choose] = useState('');
  const [isPending, setIsAsking] = useState(false);
  const deploying = useRequest(postDeployDevice);
  const closing = useRequest(getCloseDeployment);
  useFailureAlert(deploying.failure);
  useFailureAlert(closing.failure);
  const refreshLists = () => {
    devices.refresh();
    deployments.refresh();
  };
  useOnSettled(deploying, refreshLists);
  useOnSettled(closing, () => {
    if (closing.answer?.result === true) give?.({ kind: 'alert.raised', tone: 'success', text: CLOSED });
    refreshLists();
  });
  const isBusy = deploying.isPending || closing.isPending;
  const silent = [deploying, closing].some(({ failure }) => failure !== undefined && alertText(failure) === null);
  return {
    locations: locations.toSorted((a, b) => a.name.localeCompare(b.name)),
    locationName: locations.find(({ id }) => id === active_deployment?.location_id)?.name ?? active_deployment?.location_id,
    chosen,
    choose,
    isBusy,
    isPossible: give !== null,
    problem: silent ? noAnswerText('It may be done') : undefined,
    deploy: () => (chosen === '' || isBusy ? undefined : deploying.ask({ params: { serial }, body: { location_id: chosen } })),
    /** The question before the deployment is closed is open. */
    isPending,
    ask: () => setIsAsking(true),
    dismiss: () => setIsAsking(false),
    close: () => {
      setIsAsking(false);
      if (active_deployment != null) closing.ask({ params: { id: active_deployment.id } });
    },
  };
}
