import { MISSING } from './numbers.ts';

const LOCALE = 'nl-BE';

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** An instant: ISO 8601 text of the wire, or ms since epoch. */
export type Instant = string | number;

/** Ms since epoch of an instant; null when it is missing or no date. */
export function instantMs(instant: Instant | null | undefined): number | null {
  if (instant == null) return null;
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  return Number.isNaN(ms) ? null : ms;
}

/** Formats instants for one time zone, as a person in Belgium writes them; `-` for a missing one. */
export interface DateTexts {
  /** `04/03/2026, 14:05:09` */
  readonly dateTime: (instant: Instant | null | undefined) => string;
  /** `04/03/2026` */
  readonly date: (instant: Instant | null | undefined) => string;
  /** `14:05:09` */
  readonly time: (instant: Instant | null | undefined) => string;
}

/** The texts for a time zone of the IANA list; undefined is the zone of the machine that shows them. Source: RULE-053, GAP-89, CONST-040. */
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
/** Date and time in the zone of the machine: `04/03/2026, 14:05:09`. Source: RULE-053, GAP-89. */
export const dateTimeText = here.dateTime;
/** The day in the zone of the machine: `04/03/2026`. Source: RULE-053. */
export const dateText = here.date;
/** The time of day in the zone of the machine: `14:05:09`. Source: RULE-053. */
export const timeText = here.time;
