import { LifeCycle } from './LifeCycle.tsx';
import { useRoom } from './RoomContext.ts';
import { RoomPlan } from './RoomPlan.tsx';

/** Renders the column beside the bar of the room, plan and life cycle; nothing until its record is known. */
export function RoomSide() {
  const { reading, incident } = useRoom();
  const record = reading.kind === 'known' || reading.kind === 'loading' ? reading.record : null;
  if (record === null) return null;
  const { map_id: mapId } = incident;
  return (
    <>
      {mapId != null && mapId !== '' && <RoomPlan record={record} mapId={mapId} />}
      <LifeCycle record={record} />
    </>
  );
}
