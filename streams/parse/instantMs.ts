const COMMON = 'YYYY-MM-DDTHH:MM:SS.sssZ'.length;
// A separate constant: importing the one in domain/text/timeUnits.ts would add a chunk of 14 kB to the first load of the dashboard.
const DAY_MS = 86_400_000;

/** Returns the whole number that `length` digits from position `at` represent. */
function digits(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) value = value * 10 + text.charCodeAt(index) - 48;
  return value;
}

// Returns the number of days since 1970 of a Gregorian date. The year begins in March, so the leap day is its last day.
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return 365 * marchYear + Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400) + dayOfYear - 719_468;
}

/**
 * Parses the ISO text of an instant to ms since epoch, faster than `Date.parse`: the common format with three decimals is parsed by hand. Thousands of instants
 * are parsed per second, and `Date.parse` takes a fifth of the time of parsing their JSON.
 */
export function parseInstantMs(text: string): number {
  if (text.length !== COMMON || text.charCodeAt(19) !== 46) return Date.parse(text);
  const days = daysSinceEpoch(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
  const seconds = digits(text, 11, 2) * 3_600 + digits(text, 14, 2) * 60 + digits(text, 17, 2);
  return days * DAY_MS + seconds * 1_000 + digits(text, 20, 3);
}
