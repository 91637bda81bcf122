import { countText } from './labels.ts';

/** From this count on uses are no longer counted one by one: `more than 1,000 incidents`. */
export const MOST_COUNTED = 1_000;

/** How many things of one kind use something. `count` is at most `MOST_COUNTED` + 1. */
export interface Use {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

const useText = ({ count, one, many }: Use): string =>
  count > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString('en')} ${many}` : countText(count, one, many);

/**
 * Returns why something cannot be removed: `Kas 1 is used by 2 devices and 14 treatments.`; undefined when nothing uses it. Without `isCounted` only kinds
 * are named, for who may not know of the others that use it. Source: REMOVE1.
 */
export function usedText(name: string, uses: readonly Use[], isCounted = true): string | undefined {
  const texts = uses.filter(({ count }) => count > 0).map((use) => (isCounted ? useText(use) : use.many));
  const last = texts.at(-1);
  if (last === undefined) return undefined;
  return `${name} is used by ${texts.length === 1 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`}.`;
}
