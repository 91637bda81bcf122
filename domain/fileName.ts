/** Longest file name that is made, in characters; file systems end at 255 bytes. */
const LONGEST_NAME = 120;

/** Names that Windows keeps for its devices, with or without an ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** What no file system takes, what would leave the folder, and marks that turn the direction of writing. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]/gu;
/** Half of a character, where a long name was cut. */
const HALF = /\p{Cs}$/u;

/** A name under which a file may be saved, whoever suggested it; `fallback` when nothing of it is left. Source: own rule FILE1. */
export function safeFileName(suggested: string, fallback: string): string {
  // Dots and blanks at either end hide a file, or vanish with its ending.
  const bare = suggested.replaceAll(UNFIT, '_').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  if (bare === '' || /^_+$/.test(bare)) return fallback;
  const named = RESERVED.test(bare) ? `_${bare}` : bare;
  if (named.length <= LONGEST_NAME) return named;
  const ending = /\.[^.]{1,10}$/.exec(named)?.[0] ?? '';
  return named.slice(0, LONGEST_NAME - ending.length).replace(HALF, '') + ending;
}
