import type { Style } from './style.ts';

const smallest = { optional: 'missing', items: 1, text: 'empty', isSpoiled: false, words: {} } as const;

/** What the documents name, for screens that differ by it. */
const lumion = { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', group: 'Drive-GREEN' };
const div = { ...lumion, device_type: 'DIV01' };

/** The smallest answers that the documents allow. */
export const smallestStyles: readonly Style[] = [
  { ...smallest, name: 'nothing in any list', items: 0 },
  { ...smallest, name: 'one item, optional fields missing', words: lumion },
  { ...smallest, name: 'one item, optional fields null', optional: 'null', words: div },
];

/** The largest one: every field, with all that a server may put into it. */
export const largestStyle: Style = {
  name: 'thirty items, every field',
  optional: 'given',
  items: 30,
  text: 'hostile',
  isSpoiled: false,
  words: {},
};

/** The same of devices whose types have a page of their own. */
export const largestDeviceStyles: readonly Style[] = [
  { ...largestStyle, name: 'every field of lane robots', words: lumion },
  { ...largestStyle, name: 'every field of docking platforms', words: div },
];

/** One item in each list, and the same with one before it that cannot be read. */
export const plainStyle: Style = { ...smallest, name: 'one item', optional: 'null', words: lumion };
export const spoiledStyle: Style = { ...plainStyle, name: 'one item and an unreadable one', isSpoiled: true };
