import { useState } from 'react';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import { type Device, getAllDevices } from '#contract/devices/device';
import { getDeployments, getLocations } from '#contract/place';
import { withoutArchived } from '#domain/places/withoutArchived';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';

const WHOLE_LIST = { allPages: true };
const UNSURE = 'It may be done';

/** Returns the deployment of a device, the locations to choose from, and the functions to deploy and to close a deployment. Source: MGMT-047..051. */
export function useDeployment({ serial, active_deployment }: Device) {
  const locations = useAnswer(getLocations, {}, {}, WHOLE_LIST).answer?.results ?? [];
  const [chosen, choose] = useState('');
  const then = { onSettled: useRefreshAll(), unsure: UNSURE, failsAs: 'toast' } as const;
  const deploying = useSave(postDeployDevice, then);
  const closing = useSave(getCloseDeployment, {
    saved: 'The deployment is closed',
    isSaved: ({ result }) => result,
    notSaved: null,
    ...then,
  });
  const isBusy = deploying.isSaving || closing.isSaving;
  return {
    locations: withoutArchived(locations).toSorted((a, b) => a.name.localeCompare(b.name)),
    locationName: locations.find(({ id }) => id === active_deployment?.location_id)?.name ?? active_deployment?.location_id,
    chosen,
    choose,
    isBusy,
    isPossible: deploying.isPossible,
    problem: deploying.alert ?? closing.alert,
    deploy: () => (chosen === '' || isBusy ? undefined : deploying.save({ params: { serial }, body: { location_id: chosen } })),
    close: () => (active_deployment == null ? undefined : closing.save({ params: { id: active_deployment.id } })),
  };
}

/** Returns the function that requests devices and deployments again, even after a failure: another user may have changed them. */
function useRefreshAll() {
  const devices = useAnswer(getAllDevices, {});
  const deployments = useAnswer(getDeployments, {}, {}, WHOLE_LIST);
  return () => {
    devices.refresh();
    deployments.refresh();
  };
}
