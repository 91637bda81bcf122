import { screenAddress } from '#domain/addresses';
import { useNavigate } from 'react-router-dom';
import { type Device, getAllDevices, postDeleteDevice } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { seesEverything } from '#domain/people/rights';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { RemoveAction } from '#widgets/RemoveAction';

/** Renders the removal, by staff, of a device that was added by mistake, i.e. has never reported and is not deployed. Source: REMOVE2. */
export function RemoveDevice({ device: { serial, first_seen, last_seen, active_deployment } }: { readonly device: Device }) {
  const isStaff = seesEverything(useAppSelector(selectRole));
  const { refresh } = useAnswer(getAllDevices, {});
  const navigate = useNavigate();
  const isUsed = Boolean(first_seen) || Boolean(last_seen) || active_deployment != null;
  // While the past is shown, the button stays but is disabled.
  if (!isStaff || isUsed) return null;
  return (
    <RemoveAction
      call={postDeleteDevice}
      request={{ params: { serial }, body: {} }}
      name={serial}
      ends={endings.removeDevice()}
      refresh={refresh}
      onClose={() => void navigate(screenAddress('/management/overview'))}
    />
  );
}
