import { selectClockOffset } from '#state/clock';
import { type OwnCommand, selectFailedStops } from '#state/commands';
import { openModals } from '#ui/openModals';
import { Urgent } from '#ui/Urgent';
import { FailedStop } from '#widgets/FailedStop';
import { stopPlaces } from '#widgets/stopPlaces';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useTimeTravel } from '#hooks/TimeTravelContext';

/**
 * Renders the notices of failed stops on every screen, from the live state even in the past. These are the stops that no always visible Stop shows, and all of
 * them again above an open dialog, which covers the others. Source: STOPWAY13, STOPWAY14.
 */
export function FailedStops() {
  const stops = useLiveSelector(selectFailedStops);
  const { isPast, recording } = useTimeTravel();
  const places = stopPlaces.usePresent();
  const isCovered = openModals.usePresent().length > 0;
  if (recording !== undefined) return null;
  return (
    <>
      <Notices stops={isPast ? stops : stops.filter(({ serial }) => !places.includes(serial))} />
      {isCovered && stops.length > 0 && (
        <Urgent label="Failed stops">
          <Notices stops={stops} />
        </Urgent>
      )}
    </>
  );
}

function Notices({ stops }: { readonly stops: readonly OwnCommand[] }) {
  const offsetMs = useLiveSelector(selectClockOffset);
  return stops.map((stop) => <FailedStop key={stop.id} stop={stop} offsetMs={offsetMs} />);
}
