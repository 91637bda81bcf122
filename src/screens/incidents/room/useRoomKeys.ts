import type { KeyboardEvent } from 'react';
import { useStableCallback } from '#ui/useStableCallback';
import { useRoom } from './RoomContext.ts';

/** The step of the buttons and the arrow keys, in ms. */
export const STEP_MS = 1_000;

const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  [',', -1],
  ['.', 1],
]);

/**
 * Returns the props of a part of the room in which comma and full stop step by a frame of the video or, without a video, by a report of the device.
 */
export function useRoomKeys() {
  const { incident, reading, frameMs, send } = useRoom();
  const reports = ('record' in reading ? reading.record : null)?.reports.get(incident.machine_serial) ?? [];
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const direction = DIRECTIONS.get(event.key);
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    send(frameMs === null ? { kind: 'report', reports, direction } : { kind: 'step', byMs: direction * frameMs });
  });
  return { onKeyDown, 'data-playhead': '' } as const;
}
