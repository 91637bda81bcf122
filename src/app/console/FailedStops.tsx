import type { ScreenPath } from '#domain/addresses';
import { useLocation } from 'react-router-dom';
import { type OwnCommand, selectFailedStops } from '#state/commands';
import { FailedStop } from '#widgets/FailedStop';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useTimeTravel } from '#hooks/TimeTravelContext';

/** The screens that show the stop of the selected device together with the notice of its failure. */
const OWN_PLACES: ReadonlySet<string> = new Set<ScreenPath>(['/device/commands', '/device/detail', '/device/events', '/device/logs']);

/** Renders the notices of failed stops on every screen, of the live state even in the past. */
export function FailedStops() {
  const stops = useLiveSelector(selectFailedStops);
  const { isPast, recording } = useTimeTravel();
  const { pathname } = useLocation();
  if (recording !== undefined) return null;
  if (!isPast && OWN_PLACES.has(pathname)) return <OtherDevices stops={stops} />;
  return <Notices stops={stops} />;
}

interface Props {
  readonly stops: readonly OwnCommand[];
}

/** Renders the failed stops of other devices, since the screen itself shows the notice of its own device. */
function OtherDevices({ stops }: Props) {
  const { serial } = useSelectedSerial();
  return <Notices stops={stops.filter((stop) => stop.serial !== serial)} />;
}

const Notices = ({ stops }: Props) => stops.map((stop) => <FailedStop key={stop.id} stop={stop} />);
