/** Event levels (success, info, warning, error, fatal): their labels, the words that devices use for them, and the filter options. */

import { eventFilter, type EventLevel } from '#contract/devices/deviceEvent';

/** The label of each event level. */
export const levelText: Readonly<Record<EventLevel, string>> = {
  success: 'Success',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  fatal: 'Fatal',
};

/** Checks whether the specification defines a level. */
export const isEventLevel = (level: string | null | undefined): level is EventLevel => level != null && Object.hasOwn(levelText, level);

/** Short words for a level, as many loggers write them. */
const SHORT: ReadonlyMap<string, EventLevel> = new Map([
  ['warn', 'warning'],
  ['err', 'error'],
]);

/** Returns the level that a device's word stands for, in any case; null for an unknown word. Source: LEVEL1. */
export function parseLevel(word: string | null | undefined): EventLevel | null {
  const lower = (word ?? '').trim().toLowerCase();
  const level = SHORT.get(lower) ?? lower;
  return isEventLevel(level) ? level : null;
}

/** Checks whether a device's word stands for the level fatal, whose row is highlighted. Source: RULE-081, LEVEL1. */
export const isFatal = (word: string | null | undefined): boolean => parseLevel(word) === 'fatal';

const casesOf = (word: string) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];

/** Returns the words that devices use for a level, as they are usually written. Source: LEVEL1. */
export const wordsOfLevel = (level: EventLevel): readonly string[] =>
  [level, ...[...SHORT].flatMap(([short, full]) => (full === level ? [short] : []))].flatMap(casesOf);

/** The options of the level filter; `fatal` is listed only without a filter. Source: DEV-122, RULE-080, GAP-22. */
export const levelChoices = eventFilter.options.map((value) => ({ value, label: levelText[value] }));

/** Checks whether an event has a level, regardless of the word that its device used. Source: LEVEL1, FILTER1. */
export const hasLevel = ({ level }: { readonly level?: string | null | undefined }, wanted: string): boolean =>
  parseLevel(level) === wanted;

/** Parses the level of a URL parameter; undefined when missing or not an option. */
export const levelOf = (text: string | null) => eventFilter.options.find((level) => level === text);
