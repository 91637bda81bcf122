import { useSubscription } from 'observable-hooks';
import { useEffect, useState } from 'react';
import { filter, fromEvent, map, merge, of, startWith, switchMap, timer, type Observable, type SchedulerLike } from 'rxjs';
import { isShortcut } from '#ui/keyTargets';
import { useStableCallback } from '#ui/useStableCallback';
import { firstValue, focusValue, valueBeside, valueElement, valueOf, type ShownValue } from './shownValues.ts';

/** A finger that rests this long on a value asks, in ms. */
const LONG_PRESS_MS = 500;
/** Elements whose own menu must stay; that of a link on a value, with Shift. */
const HAS_MENU = 'input, select, textarea, video, img';
/** Elements whose own press must stay. */
const ACTS = 'a[href], button, input, select, textarea, summary';

const closestOf = (target: EventTarget | null, selector: string) => (target instanceof Element ? target.closest(selector) : null);

/** Emits the value under a finger that rests, also under one that rests already; a finger that moves scrolls and asks nothing. */
function longPresses(page: Document, clock: SchedulerLike, first: Event | null): Observable<HTMLElement> {
  const begun = first instanceof PointerEvent && first.type === 'pointerdown' ? [first] : [];
  const started$ = fromEvent<PointerEvent>(page, 'pointerdown').pipe(
    startWith(...begun),
    map(({ pointerType, target }) => (pointerType === 'mouse' || closestOf(target, ACTS) !== null ? null : valueElement(target))),
  );
  const ended$ = merge(...['pointermove', 'pointerup', 'pointercancel', 'scroll'].map((kind) => fromEvent(page, kind, { capture: true })));
  return merge(started$, ended$.pipe(map(() => null))).pipe(
    switchMap((element) => (element === null ? of(null) : timer(LONG_PRESS_MS, clock).pipe(map(() => element)))),
    filter((element) => element !== null),
  );
}

/** Drops the click with which a press may end that has asked: what came under the finger meanwhile is not pressed. */
function dropClick(page: Document): void {
  const end = new AbortController();
  const drop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    end.abort();
  };
  page.addEventListener('click', drop, { capture: true, signal: end.signal });
  // A new press, or a key, is not the end of this one.
  for (const kind of ['pointerdown', 'keydown']) page.addEventListener(kind, () => end.abort(), { capture: true, signal: end.signal });
}

/** Carries out a key: W goes to a value, arrows to the next one, W or Enter on it asks, Escape leaves it. */
function onKey(event: KeyboardEvent, ask: (element: HTMLElement) => void): void {
  if (!isShortcut(event)) return;
  const { key, target } = event;
  const own = target instanceof HTMLElement && target.matches('[data-shows]') ? target : null;
  const isW = key.toLowerCase() === 'w';
  if (own !== null && key === 'Escape') own.blur();
  else if (own !== null && (isW || key === 'Enter')) ask(own);
  else {
    const next = own === null ? (isW ? firstValue(document.activeElement) : null) : valueBeside(own, key);
    if (next === null) return;
    focusValue(next);
  }
  event.preventDefault();
}

/** How a person asks, as the tooltip of a value that has none while a mouse is on it. */
const HINT = 'Right-click: why does it say that?';

function hint({ type, pointerType, target }: PointerEvent): void {
  const element = pointerType === 'mouse' ? valueElement(target) : null;
  if (element === null) return;
  if (type === 'pointerout' && element.title === HINT) element.removeAttribute('title');
  // What is in it, or around it, explains itself.
  if (type === 'pointerover' && closestOf(target, '[title]') === null && closestOf(target, HAS_MENU) === null) element.title = HINT;
}

function onMenu(event: MouseEvent, ask: (element: HTMLElement) => void): void {
  const element = closestOf(event.target, HAS_MENU) === null && !event.shiftKey ? valueElement(event.target) : null;
  // Selected text keeps the menu of the browser, to be copied.
  if (element === null || document.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  ask(element);
}

/** Listens on the page for a person who asks why a value is what it is: context menu, long press, or keys. One listener, however many values there are. */
export function useAsking(clock: SchedulerLike, first: Event | null, onAsk: (value: ShownValue) => void): void {
  const ask = useStableCallback((element: HTMLElement) => {
    const value = valueOf(element);
    if (value !== null) onAsk(value);
  });
  const [pressed$] = useState(() => longPresses(document, clock, first));
  useSubscription(pressed$, (element) => {
    dropClick(document);
    ask(element);
  });
  useEffect(() => {
    const take = (event: Event) => {
      if (event instanceof KeyboardEvent) onKey(event, ask);
      else if (event instanceof MouseEvent && event.type === 'contextmenu') onMenu(event, ask);
    };
    if (first !== null) take(first);
    const end = new AbortController();
    for (const kind of ['keydown', 'contextmenu']) document.addEventListener(kind, take, { signal: end.signal });
    for (const kind of ['pointerover', 'pointerout'] as const) document.addEventListener(kind, hint, { signal: end.signal, passive: true });
    return () => end.abort();
  }, [first, ask]);
}
