/** The availability of devices: shares and mean times, computed from the counts of a span; the meaning of each number. */

import type { AvailabilityGroup, AvailabilityRow } from '#contract/history';

/** The counted fields of a row. */
export type Counted = Pick<
  AvailabilityRow,
  'held_seconds' | 'online_seconds' | 'treating_seconds' | 'error_seconds' | 'errors' | 'recoveries' | 'recovery_seconds'
>;

/** The numbers of a row; null if nothing was reported, or if there is nothing to divide by. */
export interface Availability {
  readonly onlineShare: number | null;
  readonly treatingShare: number | null;
  readonly errors: number | null;
  readonly betweenErrorsSeconds: number | null;
  readonly recoverySeconds: number | null;
}

const shareOf = (part: number, whole: number): number | null => (whole > 0 ? Math.min(1, part / whole) : null);
const meanOf = (sum: number, count: number): number | null => (count > 0 ? Math.max(0, sum) / count : null);

/** Returns the availability numbers computed from counts. Source: AVAIL1. */
export function availabilityOf(counted: Counted): Availability {
  const { held_seconds: held, online_seconds: online, treating_seconds, error_seconds, errors, recoveries, recovery_seconds } = counted;
  const hasReports = online > 0;
  return {
    onlineShare: hasReports ? shareOf(online, held) : null,
    treatingShare: hasReports ? shareOf(treating_seconds, held) : null,
    errors: hasReports ? errors : null,
    betweenErrorsSeconds: hasReports ? meanOf(online - error_seconds, errors) : null,
    recoverySeconds: meanOf(recovery_seconds, recoveries),
  };
}

const NOTHING: Counted = {
  held_seconds: 0,
  online_seconds: 0,
  treating_seconds: 0,
  error_seconds: 0,
  errors: 0,
  recoveries: 0,
  recovery_seconds: 0,
};

/** Returns the sum of the counts of several rows. Source: AVAIL1. */
export const countedTogether = (rows: readonly Counted[]): Counted =>
  rows.reduce<Counted>(
    (sum, row) => ({
      held_seconds: sum.held_seconds + row.held_seconds,
      online_seconds: sum.online_seconds + row.online_seconds,
      treating_seconds: sum.treating_seconds + row.treating_seconds,
      error_seconds: sum.error_seconds + row.error_seconds,
      errors: sum.errors + row.errors,
      recoveries: sum.recoveries + row.recoveries,
      recovery_seconds: sum.recovery_seconds + row.recovery_seconds,
    }),
    NOTHING,
  );

/** The headings of the first column, by group. */
export const availabilityHeads: Readonly<Record<AvailabilityGroup, string>> = {
  device: 'Device',
  location: 'Location',
  organisation: 'Organisation',
};

/** The names of the numbers, as headings of columns. */
export const availabilityNames = {
  held: 'Time Held',
  onlineShare: 'Online Share',
  treatingShare: 'Treating Share',
  errors: 'Errors',
  betweenErrors: 'Mean Time Between Errors',
  recovery: 'Mean Time To Recovery',
} as const;

/** The meaning of each number, by its name; shown next to the numbers, and written below them in the spreadsheet. Source: AVAIL2. */
export const availabilityDefinitions: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: availabilityNames.held,
    text: 'The hours of the month in which the device was deployed and of which the history is held. Hours begin on the hour in UTC. A device that moved counts for each owner and location in its own time there.',
  },
  {
    name: availabilityNames.onlineShare,
    text: 'The time in which the device reported, of the time held. A report counts until the next one, for 30 seconds at most.',
  },
  { name: availabilityNames.treatingShare, text: 'The time in which the device reported that it treats, of the time held.' },
  { name: availabilityNames.errors, text: 'The errors that began in the time held.' },
  {
    name: availabilityNames.betweenErrors,
    text: 'The time in which the device reported and was not in error, divided by the number of errors.',
  },
  {
    name: availabilityNames.recovery,
    text: 'The mean time from the begin of an error to its end, of the errors that have ended.',
  },
];

/** The meaning of a dash in place of a number. Source: AVAIL2. */
export const NO_AVAILABILITY = 'A dash: nothing was reported, or no error began or ended.';
