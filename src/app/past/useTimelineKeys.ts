import { useEffect } from 'react';
import { ARROWED, isWithin, OPERATED, TYPED_IN } from '#ui/keyUsers';
import { useStableCallback } from '#ui/useStableCallback';
import type { Playhead, TravelCommand } from './timeTravel.ts';

const SKIP_MS = 10_000;

interface Parts {
  readonly playhead: Playhead;
  readonly send: (command: TravelCommand) => void;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** The command of a key; null for a key that means something else. */
function commandOf(event: KeyboardEvent, { playhead, isOpen }: Parts): TravelCommand | null {
  const { key, shiftKey } = event;
  if (key.toLowerCase() === 'l' && playhead.kind === 'past') return { kind: 'live' };
  if (!isOpen || isWithin(event, key === ' ' ? OPERATED : ARROWED)) return null;
  if (key === ' ') return playhead.kind === 'past' && playhead.speed === null ? { kind: 'play', speed: 1 } : { kind: 'pause' };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const by = key === 'ArrowLeft' ? -1 : 1;
  return shiftKey ? { kind: 'skip', byMs: by * SKIP_MS } : { kind: 'step', by };
}

/** Handles the keys of the timeline: T opens it, L returns to now, and while it is open space plays and arrows step. `first` was pressed before this is mounted. */
export function useTimelineKeys(parts: Parts, first: Event | null): void {
  const take = useStableCallback((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (isWithin(event, TYPED_IN)) return;
    const command = commandOf(event, parts);
    const isToggle = command === null && event.key.toLowerCase() === 't';
    if (command !== null) parts.send(command);
    if (isToggle) parts.toggle();
    if (isToggle || command !== null) event.preventDefault();
  });
  useEffect(() => {
    if (first !== null) take(first);
    // Before the screens: while the timeline is open the arrow keys step through time, not from device to device.
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [first, take]);
}
