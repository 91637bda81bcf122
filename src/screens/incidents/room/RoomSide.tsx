import { LifeCycle } from './LifeCycle.tsx';
import { useRoom } from './RoomContext.ts';

/** Renders the column beside the bar of the room; nothing until its record is known. */
export function RoomSide() {
  const { reading } = useRoom();
  const record = reading.kind === 'known' || reading.kind === 'loading' ? reading.record : null;
  return record === null ? null : <LifeCycle record={record} />;
}
