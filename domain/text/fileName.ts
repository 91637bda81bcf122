/** Safe file names, made from texts of people and robots and limited to the length that file systems allow. */

import { nameKey } from './fieldText.ts';

/** Maximum length of a generated file name, in characters; file systems allow 255 bytes. */
const LONGEST_NAME = 120;

/** Device names reserved by Windows, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Characters that file systems reject, path separators, and control and formatting characters. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]/gu;
/** A lone surrogate at the end of a truncated name. */
const HALF = /\p{Cs}$/u;

/** Returns the ending of a file name, with its dot; '' if it has none. */
const endingOf = (name: string): string => /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';

/** Sanitises a suggested file name from an untrusted source; `fallback` when nothing usable is left. Source: own rule FILE1. */
export function safeFileName(suggested: string, fallback: string): string {
  // Leading dots hide a file; Windows drops trailing dots and blanks.
  const bare = suggested.replaceAll(UNFIT, '_').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  if (bare === '' || /^_+$/.test(bare)) return fallback;
  const named = RESERVED.test(bare) ? `_${bare}` : bare;
  if (named.length <= LONGEST_NAME) return named;
  const ending = endingOf(named);
  return named.slice(0, LONGEST_NAME - ending.length).replace(HALF, '') + ending;
}

/**
 * Sanitises suggested names of files that are saved in one folder: the results are distinct even in file systems that ignore case. A repeated name gets a
 * number. `fallback` as for `safeFileName`. Source: FILE12.
 */
export function safeFileNames(suggested: readonly string[], fallback: string): readonly string[] {
  const taken = new Set<string>();
  return suggested.map((name) => {
    const safe = safeFileName(name, fallback);
    const ending = endingOf(safe);
    let free = safe;
    for (let number = 2; taken.has(nameKey(free)); number += 1)
      free = `${safe.slice(0, safe.length - ending.length)} (${String(number)})${ending}`;
    taken.add(nameKey(free));
    return free;
  });
}
