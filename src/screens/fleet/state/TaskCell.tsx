import { chakra } from '@chakra-ui/react';
import { activityOf } from '#domain/activity';
import { rowSeenAt, stateNow, type FleetRow } from '#state/fleetRows';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { OnlineMark } from '#widgets/OnlineMark';
import { StaleMark } from './StaleMark.tsx';

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
