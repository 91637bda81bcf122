import { useState } from 'react';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import type { Device } from '#contract/devices/device';
import { getDeployments, getLocations } from '#contract/place';
import { byText } from '#domain/text/byText';
import { nameLabels } from '#domain/text/displayNames';
import { withoutArchived } from '#domain/places/withoutArchived';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { useDeviceAnswers } from '#widgets/useDeviceAnswers';

const WHOLE_LIST = { allPages: true };
const UNSURE = 'It may be done';

/** Returns the deployment of a device, the locations to choose from, and the functions to deploy and to close a deployment. Source: MGMT-047..051. */
export function useDeployment({ serial, active_deployment }: Device) {
  const locations = useAnswer(getLocations, {}, {}, WHOLE_LIST).answer?.results ?? [];
  const labels = nameLabels(locations);
  const [chosen, choose] = useState('');
  const then = { onSettled: useRefreshAll(serial), unsure: UNSURE, failsAs: 'toast' } as const;
  const deploying = useSave(postDeployDevice, { ...then, notSaved: 'The device is not deployed' });
  const closing = useSave(getCloseDeployment, {
    saved: 'The deployment is closed',
    notSaved: 'The deployment is not closed',
    ...then,
  });
  // Only the newest attempt has an alert. Source: FORM4.
  const [newest, setNewest] = useState<'deploying' | 'closing'>('deploying');
  const isBusy = deploying.isSaving || closing.isSaving;
  return {
    locations: withoutArchived(locations)
      .map(({ id }) => ({ id, name: labels.get(id) ?? id }))
      .toSorted((a, b) => byText(a.name, b.name)),
    locationName: labels.get(active_deployment?.location_id ?? '') ?? active_deployment?.location_id,
    chosen,
    choose,
    isBusy,
    isPossible: deploying.isPossible,
    problem: (newest === 'deploying' ? deploying : closing).alert,
    deploy: () => {
      if (chosen === '' || isBusy) return;
      setNewest('deploying');
      deploying.save({ params: { serial }, body: { location_id: chosen } });
    },
    close: () => {
      if (active_deployment == null) return;
      setNewest('closing');
      closing.save({ params: { id: active_deployment.id } });
    },
  };
}

/** Returns the function that requests the device and the deployments again, even after a failure: another user may have changed them. */
function useRefreshAll(serial: string) {
  const device = useDeviceAnswers(serial);
  const deployments = useAnswer(getDeployments, {}, {}, WHOLE_LIST);
  return () => {
    device.refresh();
    deployments.refresh();
  };
}
