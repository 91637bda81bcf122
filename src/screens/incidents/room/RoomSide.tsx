import { LifeCycle } from './LifeCycle.tsx';
import { useRoom } from './RoomContext.ts';
import { RoomNotes } from './RoomNotes.tsx';
import { RoomPlan } from './RoomPlan.tsx';

/** Renders the column next to the bar of the room: plan and life cycle once its record is known, and the notes. */
export function RoomSide() {
  const { reading, incident, notes } = useRoom();
  const record = reading.kind === 'known' || reading.kind === 'loading' ? reading.record : null;
  const { map_id: mapId } = incident;
  return (
    <>
      {record !== null && mapId != null && mapId !== '' && <RoomPlan record={record} mapId={mapId} />}
      {record !== null && <LifeCycle record={record} />}
      {/* Plan and life cycle appear above it, so it is hidden while they are loading; it stays mounted, so that typed text is kept. */}
      {notes !== null && (
        <div hidden={record === null && reading.kind === 'loading'}>
          <RoomNotes notes={notes} />
        </div>
      )}
    </>
  );
}
