import { chakra } from '@chakra-ui/react';
import { activityOf } from '#domain/activity';
import { rowSeenAt, stateNow, type FleetRow } from '#state/fleetRows';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { AgeText } from '#widgets/AgeText';
import { OnlineMark } from '#widgets/OnlineMark';

/** All that the cell reads of a row. */
export const taskParts = (row: FleetRow) => [activityOf(stateNow(row)), row.isOnline || rowSeenAt(row)];

/** What the device does, with the age of what is no longer fresh. A phone has one line for both: there an offline device says that it is. */
export function TaskCell({ row }: { readonly row: FleetRow }) {
  const task = (
    <>
      <ActivityBadge activity={activityOf(stateNow(row))} /> <StaleMark row={row} />
    </>
  );
  if (row.isOnline) return task;
  return (
    <>
      <chakra.span hideFrom="md">
        <OnlineMark isOnline={false} seenAt={rowSeenAt(row)} />
      </chakra.span>
      <chakra.span hideBelow="md">{task}</chakra.span>
    </>
  );
}

/** The age of a state that is known but no longer fresh; nothing beside a fresh one, and none for a device that is gone. */
function StaleMark({ row: { reported, isOnline } }: { readonly row: FleetRow }) {
  return reported?.isPresent !== true || isOnline ? null : <AgeText at={reported.reportedAt} staleAfterMs={0} />;
}
