const HALF_HOUR_MS = 1_800_000;
const MONTHS = [2, 9] as const;

/** The last Sunday of a month (0..11), 00:00 UTC, in ms since epoch. */
function lastSunday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, end.getUTCDate() - end.getUTCDay());
}

/** Half an hour before and after the clocks of Europe were changed (01:00 UTC), the last four times before `now`; ms since epoch, oldest first. */
export function clockChanges(now: number): readonly number[] {
  const year = new Date(now).getUTCFullYear();
  return [year - 2, year - 1, year]
    .flatMap((one) => MONTHS.map((month) => lastSunday(one, month)))
    .flatMap((night) => [night + HALF_HOUR_MS, night + 3 * HALF_HOUR_MS])
    .filter((at) => at < now)
    .slice(-8);
}
