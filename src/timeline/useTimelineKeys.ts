import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ARROWED, isShortcut, isWithin, OWN_PLAYHEAD, PRESSED } from '#ui/keyTargets';
import { useStableCallback } from '#ui/useStableCallback';
import { listOf } from './moment/momentAddress.ts';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { RecordedMark } from '#streams/recording/timeline';
import type { TravelCommand } from '#past/moments/timeTravel';

const SKIP_MS = 10_000;

/** Handles keys that are not typed into a field. `take` returns whether a key has a meaning. `first` was pressed before this hook was mounted. */
function useKeys(take: (event: KeyboardEvent) => boolean, first: Event | null): void {
  const listen = useStableCallback((event: Event) => {
    if (isShortcut(event) && take(event)) event.preventDefault();
  });
  useEffect(() => {
    if (first !== null) listen(first);
    // Registered before the listeners of the screens: while the timeline is open, the arrow keys step through time, not from device to device.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [first, listen]);
}

/** Layers that Escape closes first; without one, Escape leaves the past. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], aside.why, [role=combobox][aria-expanded=true]';

/** Elements that handle Escape themselves: a map, a plan with an open popup, a chart that is being read, and the selection of a value to explain. */
const HAS_ESCAPE = 'canvas, [role=application], [data-escape], [data-shows][tabindex]';

/** Returns the function that leaves the past for the list from which the moment was opened; null if it was not opened from a list. */
export function useReturnToList(): (() => void) | null {
  const { send } = useTimeTravel();
  const navigate = useNavigate();
  const list = listOf(useLocation().search);
  if (list === null) return null;
  return () => {
    void navigate(list);
    send({ kind: 'live' });
  };
}

/** Returns to the list or to now on Escape, unless Escape closes an open layer or the focused element handles it. */
function useWayOut(): void {
  const { isPast, recording, send } = useTimeTravel();
  const returnToList = useReturnToList();
  const leave = useStableCallback((event: Event) => {
    if (!isShortcut(event) || event.key !== 'Escape' || isWithin(event, HAS_ESCAPE)) return;
    if (document.querySelector(LAYERS) !== null) return;
    if (returnToList === null) send({ kind: 'live' });
    else returnToList();
  });
  const isWayOut = isPast && recording === undefined;
  useEffect(() => {
    if (!isWayOut) return undefined;
    // Registered before the listeners of the overlays, which are gone once they have handled the key.
    document.addEventListener('keydown', leave, true);
    return () => document.removeEventListener('keydown', leave, true);
  }, [isWayOut, leave]);
}

/**
 * Handles the keys of the timeline on every screen: T opens and closes it, L and Escape return to now, space plays, arrows step. `first` was pressed before
 * this hook was mounted.
 */
export function useTimelineKeys(toggle: () => void, first: Event | null): void {
  const { isPast, send } = useTimeTravel();
  useWayOut();
  useKeys(({ key }) => {
    const isToggle = key.toLowerCase() === 't';
    const isReturn = key.toLowerCase() === 'l' && isPast;
    if (isToggle) toggle();
    if (isReturn) send({ kind: 'live' });
    return isToggle || isReturn;
  }, first);
}

/** The panel with the origin of a value, which the arrow keys scroll. */
const PANEL = 'aside.why';

/** The speeds of the digit keys, as factors. */
export const DIGIT_SPEEDS: ReadonlyMap<string, number> = new Map([
  ['1', 1],
  ['2', 4],
  ['3', 16],
  ['4', 60],
  ['5', 100],
]);

/** Each press of a key doubles or halves the shown span. */
const ZOOM_KEYS: ReadonlyMap<string, number> = new Map([
  ['+', 1 / 2],
  // Plus without Shift, on many keyboards.
  ['=', 1 / 2],
  ['-', 2],
]);

/** Elements that use the zoom keys and other characters themselves: a plan, and the pin of a map. */
const HAS_CHARACTERS = 'canvas, [role=application], [role=group][tabindex], [data-characters]';

/** Handles the keys that zoom the track of the open timeline: plus, minus, and 0 for everything. */
export function useZoomKeys(zoomBy: (factor: number) => void, showAll: () => void): void {
  useKeys((event) => {
    const factor = ZOOM_KEYS.get(event.key);
    if (isWithin(event, `${OWN_PLAYHEAD}, ${PANEL}, ${HAS_CHARACTERS}`) || (factor === undefined && event.key !== '0')) return false;
    if (factor === undefined) showAll();
    else zoomBy(factor);
    return true;
  }, null);
}

/** The slider of the track, which uses the arrow keys itself, but not Home and End: its end may differ from now. */
const TRACK_SLIDER = '[data-track]';

/** Returns whether the element of an event uses the key itself: only the keys that operate it, so that the other keys still work on a slider. */
function isOwnKey(event: KeyboardEvent): boolean {
  const { key } = event;
  if (key === ' ') return isWithin(event, PRESSED);
  if (key === 'Home' || key === 'End') return isWithin(event, ARROWED) && !isWithin(event, TRACK_SLIDER);
  return isWithin(event, key.startsWith('Arrow') ? ARROWED : HAS_CHARACTERS);
}

/** The functions and data of the timeline that its keys use. */
interface KeyedTimeline {
  readonly play: () => void;
  readonly onSpeed: (speed: number) => void;
  /** The marks to go to. */
  readonly marks: readonly RecordedMark[];
  /** The start of the track, ms since epoch; null while nothing is recorded. */
  readonly from: number | null;
}

/**
 * Handles the keys of the open timeline: space plays at a speed and pauses; arrows step, and skip with Shift; comma and full stop go to the previous
 * and next mark, Home to the start of the track, End to now; digits choose the speed.
 */
export function useMomentKeys({ play, onSpeed, marks, from }: KeyedTimeline): void {
  const { isPlaying, send, recording } = useTimeTravel();
  const commandOf = ({ key, shiftKey, repeat }: KeyboardEvent): TravelCommand | 'play' | 'held' | null => {
    if (key === ' ' && repeat) return 'held';
    if (key === ' ') return isPlaying ? { kind: 'pause' } : 'play';
    if ((key === ',' || key === '.') && marks.length > 0) return { kind: 'find', marks, direction: key === ',' ? -1 : 1 };
    if (key === 'Home' && from !== null) return { kind: 'seek', at: from };
    if (key === 'End') return recording === undefined ? { kind: 'live' } : { kind: 'seek', at: recording.to };
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
    const by = key === 'ArrowLeft' ? -1 : 1;
    return shiftKey ? { kind: 'skip', byMs: by * SKIP_MS } : { kind: 'step', by };
  };
  useKeys((event) => {
    if (isWithin(event, `${OWN_PLAYHEAD}, ${PANEL}`) || isOwnKey(event)) return false;
    const chosen = DIGIT_SPEEDS.get(event.key);
    if (chosen !== undefined) {
      onSpeed(chosen);
      return true;
    }
    const command = commandOf(event);
    if (command === 'play') play();
    else if (command !== null && command !== 'held') send(command);
    return command !== null;
  }, null);
}
