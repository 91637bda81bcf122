import { MISSING } from './numbers.ts';

const LOCALE = 'nl-BE';

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** An instant: an ISO 8601 string from the wire, or ms since epoch. */
export type Instant = string | number;

/** Converts an instant to ms since epoch; null when missing or invalid. */
export function instantMs(instant: Instant | null | undefined): number | null {
  if (instant == null) return null;
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  return Number.isNaN(ms) ? null : ms;
}

/** Formatters of instants in one time zone, in Belgian format (locale nl-BE); `-` for a missing instant. */
export interface DateTexts {
  /** `04/03/2026, 14:05:09` */
  readonly dateTime: (instant: Instant | null | undefined) => string;
  /** `04/03/2026` */
  readonly date: (instant: Instant | null | undefined) => string;
  /** `14:05:09` */
  readonly time: (instant: Instant | null | undefined) => string;
}

/** Creates the formatters of an IANA time zone; undefined is the local zone. Source: RULE-053, GAP-89, CONST-040. */
export function dateTextsIn(timeZone: string | undefined): DateTexts {
  const zone = timeZone === undefined ? {} : { timeZone };
  const texts = (fields: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(LOCALE, { ...fields, ...zone });
    return (instant: Instant | null | undefined) => {
      const ms = instantMs(instant);
      return ms === null ? MISSING : format.format(ms);
    };
  };
  return { dateTime: texts({ ...DAY, ...TIME }), date: texts(DAY), time: texts(TIME) };
}

const here = dateTextsIn(undefined);
/** Formats date and time in the local zone: `04/03/2026, 14:05:09`. Source: RULE-053, GAP-89. */
export const dateTimeText = here.dateTime;
/** Formats the date in the local zone: `04/03/2026`. Source: RULE-053. */
export const dateText = here.date;
/** Formats the time of day in the local zone: `14:05:09`. Source: RULE-053. */
export const timeText = here.time;
