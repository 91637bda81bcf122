import { monthAfter, type Month } from '#domain/history/monthDays';
import { shownZone } from '#domain/text/dates';
import { startOfDay } from '#domain/text/timeStep';

const beginOf = (month: Month): string => new Date(startOfDay(`${month}-01`, shownZone()) ?? 0).toISOString();

/** Returns the start and the end of a month in the zone of the page, in the form of a query. */
export const monthSpan = (month: Month) => ({ from: beginOf(month), to: beginOf(monthAfter(month, 1)) });
