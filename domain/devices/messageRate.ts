/**
 * Returns how many messages a minute come, from the instants of the newest ones (ms since epoch, in any order), rounded; null for less than two at different
 * times.
 */
export function messagesPerMinute(times: readonly number[]): number | null {
  const sorted = times.filter((at) => Number.isFinite(at)).toSorted((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last <= first) return null;
  return Math.round(((sorted.length - 1) * 60_000) / (last - first));
}
