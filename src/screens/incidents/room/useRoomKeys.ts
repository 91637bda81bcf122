import type { KeyboardEvent } from 'react';
import { useStableCallback } from '#ui/useStableCallback';
import { useRoom } from './RoomContext.ts';

/** The step of the keys, in ms. */
export const STEP_MS = 1_000;

const STEPS: ReadonlyMap<string, number> = new Map([
  [',', -STEP_MS],
  ['.', STEP_MS],
]);

/** Returns the props of a part of the room in which comma and full stop step by a second. */
export function useRoomKeys() {
  const { send } = useRoom();
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const byMs = STEPS.get(event.key);
    if (byMs === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    send({ kind: 'step', byMs });
  });
  return { onKeyDown, 'data-playhead': '' } as const;
}
