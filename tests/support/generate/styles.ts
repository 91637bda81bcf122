import type { Style } from './style.ts';

const smallest = { optional: 'missing', items: 1, text: 'empty', isSpoiled: false, words: {} } as const;

/** Documented words, for screens that depend on them. */
const lumion = { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', group: 'Drive-GREEN' };
const div = { ...lumion, device_type: 'DIV01' };

/** One item per list, which `spoiledStyle` has too. */
export const plainStyle: Style = { ...smallest, name: 'one item, optional fields null', optional: 'null', words: lumion };

/** The smallest documented responses. */
export const smallestStyles: readonly Style[] = [
  { ...smallest, name: 'nothing in any list', items: 0 },
  { ...smallest, name: 'one item, optional fields missing', words: div },
  plainStyle,
];

/** The largest response: every field, with hostile texts. */
export const largestStyle: Style = {
  name: 'thirty items, every field',
  optional: 'given',
  items: 30,
  text: 'hostile',
  isSpoiled: false,
  words: {},
};

/** The same for devices whose types have their own page. */
export const largestDeviceStyles: readonly Style[] = [
  { ...largestStyle, name: 'every field of lane robots', words: lumion },
  { ...largestStyle, name: 'every field of docking platforms', words: div },
];

/** The smallest one with an unreadable item before the only one of each list. */
export const spoiledStyle: Style = { ...plainStyle, name: 'one item and an unreadable one', isSpoiled: true };
