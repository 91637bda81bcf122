import { useSubscription } from 'observable-hooks';
import { useEffect, useState } from 'react';
import { filter, fromEvent, map, merge, of, startWith, switchMap, takeUntil, timer, type Observable, type SchedulerLike } from 'rxjs';
import { isShortcut } from '#ui/keyTargets';
import { useStableCallback } from '#ui/useStableCallback';
import { firstValue, focusValue, valueBeside, valueElement, valueOf, type ShownValue } from './shownValues.ts';

/** Duration of a long press that requests an explanation, in ms. */
const LONG_PRESS_MS = 500;
/** A finger or pen that moves less than this, in CSS pixels, rests: no hand is still. */
const REST_PX = 10;
/** Elements that have their own context menu; a value on a link is explained with Shift. */
const HAS_MENU = 'input, select, textarea, video, img';
/** Elements that handle a press themselves. */
const ACTS = 'a[href], button, input, select, textarea, summary';

const closestOf = (target: EventTarget | null, selector: string) => (target instanceof Element ? target.closest(selector) : null);

/** A press on a value, and the pointer that made it. */
interface Press {
  readonly element: HTMLElement;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

function pressOf({ pointerType, target, pointerId, clientX: x, clientY: y }: PointerEvent): Press | null {
  const element = pointerType === 'mouse' || closestOf(target, ACTS) !== null ? null : valueElement(target);
  return element === null ? null : { element, pointerId, x, y };
}

/** Returns whether a move takes the pointer of a press away from where it rested. */
const hasLeft = ({ pointerId, x, y }: Press, move: PointerEvent): boolean =>
  move.pointerId === pointerId && Math.hypot(move.clientX - x, move.clientY - y) >= REST_PX;

/** Emits the value under a resting finger, even if the finger already rests; a moving finger scrolls instead. */
function longPresses(page: Document, clock: SchedulerLike, first: Event | null): Observable<Press> {
  const begun = first instanceof PointerEvent && first.type === 'pointerdown' ? [first] : [];
  const started$ = fromEvent<PointerEvent>(page, 'pointerdown').pipe(startWith(...begun), map(pressOf));
  const moved$ = fromEvent<PointerEvent>(page, 'pointermove', { capture: true });
  const rests = (press: Press) =>
    timer(LONG_PRESS_MS, clock).pipe(
      map(() => press),
      takeUntil(moved$.pipe(filter((move) => hasLeft(press, move)))),
    );
  const ended$ = merge(...['pointerup', 'pointercancel', 'scroll'].map((kind) => fromEvent(page, kind, { capture: true })));
  return merge(started$, ended$.pipe(map(() => null))).pipe(
    switchMap((press) => (press === null ? of(null) : rests(press))),
    filter((press) => press !== null),
  );
}

/**
 * Drops the click with which a long press may end, so that an element that has come under the finger meanwhile is not pressed. Only the click of that pointer
 * is dropped, because a screen reader, a key or a new press may be about to trigger Stop.
 */
function dropClick(page: Document, pointerId: number): void {
  const end = new AbortController();
  const drop = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerId === pointerId) {
      event.preventDefault();
      event.stopPropagation();
    }
    end.abort();
  };
  page.addEventListener('click', drop, { capture: true, signal: end.signal });
  for (const kind of ['pointerdown', 'keydown']) page.addEventListener(kind, () => end.abort(), { capture: true, signal: end.signal });
}

/** What had the focus when W selected the first value. */
interface Origin {
  element: Element | null;
}

/** Returns the focus to where it was before the first value was selected. */
function leave(own: HTMLElement, { element }: Origin): void {
  own.blur();
  if (element instanceof HTMLElement && element.isConnected) element.focus();
}

/** Handles a key: W selects a value, the arrow keys select the next one, W or Enter explains it, Escape leaves it. */
function onKey(event: KeyboardEvent, ask: (element: HTMLElement) => void, origin: Origin): void {
  if (!isShortcut(event)) return;
  const { key, target } = event;
  const own = target instanceof HTMLElement && target.matches('[data-shows]') ? target : null;
  const isW = key.toLowerCase() === 'w';
  if (own !== null && key === 'Escape') leave(own, origin);
  else if (own !== null && (isW || key === 'Enter')) ask(own);
  else {
    const next = own === null ? (isW ? firstValue(document.activeElement) : null) : valueBeside(own, key);
    if (next === null) return;
    if (own === null) origin.element = document.activeElement;
    focusValue(next);
  }
  event.preventDefault();
}

/** The tooltip that describes how to request an explanation, for a value under the mouse that has no other tooltip. */
const HINT = 'Right-click: why does it say that?';

function hint({ type, pointerType, target }: PointerEvent): void {
  const element = pointerType === 'mouse' ? valueElement(target) : null;
  if (element === null) return;
  if (type === 'pointerout' && element.title === HINT) element.removeAttribute('title');
  // Elements inside or around it have their own tooltip.
  if (type === 'pointerover' && closestOf(target, '[title]') === null && closestOf(target, HAS_MENU) === null) element.title = HINT;
}

function onMenu(event: MouseEvent, ask: (element: HTMLElement) => void): void {
  const element = closestOf(event.target, HAS_MENU) === null && !event.shiftKey ? valueElement(event.target) : null;
  // Selected text keeps the context menu of the browser, for copying.
  if (element === null || document.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  ask(element);
}

/** Listens on the page for a request to explain a value: context menu, long press, W and arrow keys. One listener handles all values. */
export function useAsking(clock: SchedulerLike, first: Event | null, onAsk: (value: ShownValue) => void): void {
  const ask = useStableCallback((element: HTMLElement) => {
    const value = valueOf(element);
    if (value !== null) onAsk(value);
  });
  const [pressed$] = useState(() => longPresses(document, clock, first));
  useSubscription(pressed$, ({ element, pointerId }) => {
    dropClick(document, pointerId);
    ask(element);
  });
  useEffect(() => {
    const origin: Origin = { element: null };
    const take = (event: Event) => {
      if (event instanceof KeyboardEvent) onKey(event, ask, origin);
      else if (event instanceof MouseEvent && event.type === 'contextmenu') onMenu(event, ask);
    };
    if (first !== null) take(first);
    const end = new AbortController();
    for (const kind of ['keydown', 'contextmenu']) document.addEventListener(kind, take, { signal: end.signal });
    for (const kind of ['pointerover', 'pointerout'] as const) document.addEventListener(kind, hint, { signal: end.signal, passive: true });
    return () => end.abort();
  }, [first, ask]);
}
