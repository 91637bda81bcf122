import type { FleetRow } from '#state/fleetRows';
import { AgeText } from '#widgets/AgeText';

/** The age of a state that is known but no longer fresh; nothing beside a fresh one, and none for a device that is gone. */
export function StaleMark({ row: { reported, isOnline } }: { readonly row: FleetRow }) {
  return reported?.isPresent !== true || isOnline ? null : <AgeText at={reported.reportedAt} staleAfterMs={0} />;
}
