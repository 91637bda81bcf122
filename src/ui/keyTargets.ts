/** The elements that use the arrow keys or the space bar, and the tests whether a key press is a shortcut or Enter. */

import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { areCharacterKeysOff } from './characterKeys.ts';

/** Selector of elements in which a typed key is text or searches an entry, and of overlays of the page; no key is a shortcut in them. */
const TYPED_IN =
  'input:not([type=range], [type=radio], [type=checkbox]), textarea, video, [contenteditable=true], [role=dialog], [role=alertdialog], [data-urgent], [role=menu], [role=listbox]';
/** Selector of elements that the arrow keys operate; a group whose buttons they move the focus between has `data-arrows`. */
export const ARROWED = 'canvas, input, [role=tab], [data-arrows], [tabindex]:not([tabindex="-1"])';
/** Selector of elements that the space bar operates, except sliders. */
export const PRESSED =
  'input:is([type=radio], [type=checkbox]), button, a[href], summary, canvas, [role=tab], [tabindex]:not([tabindex="-1"])';
/** Selector of elements that the space bar or the arrow keys operate. */
export const OPERATED = `${PRESSED}, ${ARROWED}`;

/** Selector of parts with their own playhead, which the keys of the timeline do not move. */
export const OWN_PLAYHEAD = '[data-playhead]';

/** Returns whether the target of an event is inside an element that matches the selector. */
export const isWithin = ({ target }: Event, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

/**
 * Returns whether a key selects an option in a select: a named key, the space bar, or any character if an option begins with a letter, because the browser
 * searches for the whole sequence of typed characters.
 */
function choosesOption({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLSelectElement)) return false;
  return key.length > 1 || key === ' ' || [...target.options].some(({ label }) => /^\p{L}/u.test(label));
}

/** Keys that act repeatedly while they are held down. The handler of the space bar ignores its repetitions itself, because otherwise the page would scroll. */
const REPEATED: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  ',',
  '.',
  '+',
  '=',
  '-',
  ' ',
]);

/**
 * Returns whether an event is a key that may be a shortcut of the console: without a modifier except Shift, not yet handled, not typed into a field, and not
 * held down, except for keys that move step by step. Single characters are excluded while they are switched off. Source: KEYS11, KEYS12.
 */
export function isShortcut(event: Event): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.repeat && !REPEATED.has(event.key)) return false;
  if (event.key.length === 1 && event.key !== ' ' && areCharacterKeysOff()) return false;
  return !isWithin(event, TYPED_IN) && !choosesOption(event);
}

/** The key code of a key that an input method handles. */
const INPUT_METHOD = 229;

/**
 * Returns whether a key is an Enter for the field, not the one that accepts the text composed by an input method, which Safari sends after the composition has
 * ended. Source: KEYS13.
 */
export const isEnter = ({ key, nativeEvent }: ReactKeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && nativeEvent.keyCode !== INPUT_METHOD;
