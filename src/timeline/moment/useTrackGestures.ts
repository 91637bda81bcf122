import type { TimeSpan } from '#domain/text/timeUnits';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { TrackZoom } from '#domain/history/trackSpan';
import { useStableCallback } from '#ui/useStableCallback';

/** Doublings of the span per px of wheel movement; the browser reports a trackpad pinch as small wheel events with Ctrl. */
const DOUBLINGS_PER_PX = 0.01;
/** Maximum doublings per event, because one notch of a mouse wheel is 100 px or more. */
const MOST_DOUBLINGS = 0.75;
/** Height of a line, in px, for browsers that report wheel movement in lines. */
const LINE_PX = 16;
/** Distance in px that a finger must move before it drags the moment, because the two fingers of a pinch never touch at the same instant. */
const STILL_PX = 5;
/** Minimum distance between two fingers, in px; below it, the zoom factor would jump. */
const LEAST_SPREAD_PX = 16;

interface TrackInput extends TimeSpan {
  readonly onSeek: (at: number) => void;
  readonly onZoom: (zoom: TrackZoom) => void;
}

/** A touch of the track, from the first finger to the last. */
interface TrackTouch {
  readonly beganX: number;
  readonly kind: 'still' | 'drag' | 'zoom';
  /** The midpoint of the fingers and the distance between them, in px, at the last move. */
  readonly middleX: number;
  readonly spread: number;
}

const middleOf = (fingers: readonly Touch[]) => fingers.reduce((sum, { clientX }) => sum + clientX, 0) / fingers.length;
const spreadOf = ([one, other]: readonly Touch[]) =>
  one === undefined || other === undefined
    ? LEAST_SPREAD_PX
    : Math.max(LEAST_SPREAD_PX, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));

/** Returns the state of the touch: two fingers zoom until the last one is lifted; one finger drags once it has moved. */
function nextTouch(before: TrackTouch | null, fingers: readonly Touch[]): TrackTouch {
  const middleX = middleOf(fingers);
  const beganX = before?.beganX ?? middleX;
  const isMoved = before?.kind === 'drag' || Math.abs(middleX - beganX) > STILL_PX;
  const kind = fingers.length > 1 || before?.kind === 'zoom' ? 'zoom' : isMoved ? 'drag' : 'still';
  return { beganX, kind, middleX, spread: spreadOf(fingers) };
}

/**
 * Handles the gestures on the slider of a track: Ctrl with the wheel, and two fingers, zoom; one finger moves the moment. Returns the instant under the one
 * finger that is on the track, in ms since epoch; null while there is none.
 */
export function useTrackGestures({ from, to, onSeek, onZoom }: TrackInput, slider: RefObject<HTMLElement | null>): number | null {
  const [fingerAt, setFingerAt] = useState<number | null>(null);
  const touch = useRef<TrackTouch | null>(null);
  const shareAt = (clientX: number) => {
    const { left, width } = slider.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    return Math.min(Math.max((clientX - left) / Math.max(1, width), 0), 1);
  };
  const instantAt = (clientX: number) => from + shareAt(clientX) * (to - from);

  const wheel = useStableCallback((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    // Otherwise, the browser zooms the page.
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
    const doublings = Math.min(Math.max(px * DOUBLINGS_PER_PX, -MOST_DOUBLINGS), MOST_DOUBLINGS);
    onZoom({ factor: 2 ** doublings, instant: instantAt(event.clientX), share: shareAt(event.clientX) });
  });
  const press = useStableCallback((event: TouchEvent) => {
    // Otherwise, the slider moves the moment with the first finger of a zoom, and the browser zooms the page.
    event.preventDefault();
    slider.current?.focus({ preventScroll: true });
    const fingers = [...event.targetTouches];
    const now = nextTouch(touch.current, fingers);
    touch.current = now;
    setFingerAt(now.kind === 'zoom' ? null : instantAt(now.middleX));
  });
  const drag = useStableCallback((event: TouchEvent) => {
    event.preventDefault();
    const before = touch.current;
    const fingers = [...event.targetTouches];
    const now = nextTouch(before, fingers);
    touch.current = now;
    if (now.kind === 'drag') onSeek(instantAt(now.middleX));
    if (now.kind !== 'zoom') setFingerAt(instantAt(now.middleX));
    else if (fingers.length > 1 && before !== null)
      onZoom({ factor: before.spread / now.spread, instant: instantAt(before.middleX), share: shareAt(now.middleX) });
  });
  const lift = useStableCallback((event: TouchEvent) => {
    const before = touch.current;
    setFingerAt(null);
    if (event.targetTouches.length > 0) return;
    touch.current = null;
    if (event.type === 'touchend' && before?.kind === 'still') onSeek(instantAt(before.middleX));
  });
  useEffect(() => {
    const element = slider.current;
    if (element === null) return undefined;
    const end = new AbortController();
    // React's own wheel and touch listeners cannot prevent the browser's default action.
    const options = { passive: false, signal: end.signal };
    // The whole track, with the times below the slider.
    element.parentElement?.addEventListener('wheel', wheel, options);
    element.addEventListener('touchstart', press, options);
    element.addEventListener('touchmove', drag, options);
    element.addEventListener('touchend', lift, options);
    element.addEventListener('touchcancel', lift, options);
    return () => end.abort();
  }, [slider, wheel, press, drag, lift]);
  return fingerAt;
}
