/** Where a key leads in a list of entries with these words: arrows, Home, End, and a letter to the next that begins with it. Null for any other key. */
export function entryAfter(key: string, at: number | null, words: readonly string[]): number | null {
  const last = words.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown') return at === null || at === last ? 0 : at + 1;
  if (key === 'ArrowUp') return at === null || at === 0 ? last : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const begins = words.flatMap((word, index) => (word.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()) ? [index] : []));
  return begins.find((index) => index > (at ?? -1)) ?? begins[0] ?? null;
}
