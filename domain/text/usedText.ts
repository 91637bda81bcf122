/** The reason why something cannot be removed, with its uses (`Kas 1 is used by 2 devices and 14 treatments.`). */

import { countText } from './labels.ts';

/** Maximum number of uses that are counted exactly; more are shown as `more than 1 000 incidents`. */
export const MOST_COUNTED = 1_000;
/** Maximum number of entities that are named; more are only counted. */
export const MOST_NAMED = 3;

/**
 * Number of entities of one kind that use something. `count` is at most `MOST_COUNTED` + 1; `names` are given for entities that are listed by name.
 */
export interface UseCount {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  readonly names?: readonly string[] | undefined;
}

/** The options of the sentence. `isCounted`: it contains numbers and names. `still`: it mentions current uses only. */
interface Wording {
  readonly isCounted?: boolean;
  readonly still?: boolean;
}

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

function useText({ count, one, many, names = [] }: UseCount): string {
  if (count <= MOST_NAMED && names.length === count)
    return `${count === 1 ? one : many} ${names.length > 2 ? names.join(', ') : listed(names)}`;
  return count > MOST_COUNTED ? `more than ${countText(MOST_COUNTED, one, many)}` : countText(count, one, many);
}

/**
 * Returns why something cannot be removed or archived: `Kas 1 is used by 2 devices and 14 treatments.`; undefined when nothing uses it. Without `isCounted`,
 * only kinds are named, for readers who may not see the entities that use it. Source: REMOVE1, ARCHIVE1.
 */
export function usedText(name: string, uses: readonly UseCount[], { isCounted = true, still = false }: Wording = {}): string | undefined {
  const texts = uses.filter(({ count }) => count > 0).map((use) => (isCounted ? useText(use) : use.many));
  return texts.length === 0 ? undefined : `${name} is ${still ? 'still ' : ''}used by ${listed(texts)}.`;
}
