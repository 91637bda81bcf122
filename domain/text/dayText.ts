/** Days and months of a calendar as texts. */

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a month, `2026-03`: `March 2026`. */
export const monthText = (of: string): string => month.format(new Date(`${of}-01T00:00:00Z`));

/** Formats a day, `2026-03-04`, with its weekday: `Wednesday, March 4, 2026`. */
export const dayText = (of: string): string => day.format(new Date(`${of}T00:00:00Z`));
