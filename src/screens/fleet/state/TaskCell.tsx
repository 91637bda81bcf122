import { chakra } from '@chakra-ui/react';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { reportReadAt } from '#state/fleet';
import { rowSeenAt, stateNow, type FleetRow } from '#state/fleetRows';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { AgeText } from '#widgets/AgeText';
import { ErrorCode } from '#widgets/ErrorCode';
import { NamedFaults } from '#widgets/MoreFaults';
import { OnlineMark } from '#widgets/OnlineMark';

/** Returns everything that the cell reads from a row, for the render key. */
export const taskParts = (row: FleetRow) => [
  activityOf(stateNow(row)),
  listedFaults(stateNow(row)),
  row.status,
  row.status === 'online' || rowSeenAt(row),
  row.reported?.isPresent,
];

/**
 * Renders the activity of a device, with its age when stale. A phone has only one line, in which a device that is not online shows its status instead, with the
 * code of its error.
 */
export function TaskCell({ row }: { readonly row: FleetRow }) {
  const faults = <NamedFaults {...listedFaults(stateNow(row))} />;
  const task = (
    <>
      <ActivityBadge activity={activityOf(stateNow(row))} />
      {faults} <StaleMark row={row} />
    </>
  );
  if (row.status === 'online') return task;
  const { code } = activityOf(stateNow(row));
  return (
    <>
      <chakra.span hideFrom="md">
        <OnlineMark status={row.status} seenAt={rowSeenAt(row)} /> {code !== undefined && <ErrorCode code={code} />}
        {faults}
      </chakra.span>
      <chakra.span hideBelow="md">{task}</chakra.span>
    </>
  );
}

/** Renders the age of a state that is known but stale; nothing for a fresh state or a removed device. */
function StaleMark({ row: { reported, status } }: { readonly row: FleetRow }) {
  const readAt = reported?.isPresent === true ? reportReadAt(reported) : null;
  return readAt === null || status === 'online' ? null : <AgeText at={readAt} staleAfterMs={0} />;
}
