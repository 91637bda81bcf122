/** Instants as text in the page's time zone (Belgian by default): `04/03/2026, 14:05:09`, date, time, ISO. */

import { MISSING } from './numbers.ts';
import { DAY_MS, MINUTE_MS } from './timeUnits.ts';

const LOCALE = 'nl-BE';

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** The default zone of an account. Source: design, one zone. */
export const BELGIAN_ZONE = 'Europe/Brussels';

/** An instant: an ISO 8601 string from the wire, or ms since epoch. */
export type Instant = string | number;

/** An IANA time zone; undefined means the zone that the page shows. */
export type Zone = string | undefined;

/** Maximum distance from 0 of the instants that a `Date` can hold, in ms since epoch. */
const MAX_DATE_MS = 8.64e15;

/** Converts an instant to ms since epoch; null if missing, invalid, or out of the range of a `Date`. */
export function instantMs(instant: Instant | null | undefined): number | null {
  if (instant == null) return null;
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  return Math.abs(ms) <= MAX_DATE_MS ? ms : null;
}

/** Formatters of instants in one time zone, in Belgian format (locale nl-BE); `-` for a missing instant. */
export interface DateTexts {
  /** `04/03/2026, 14:05:09` */
  readonly dateTime: (instant: Instant | null | undefined) => string;
  /** `04/03/2026` */
  readonly date: (instant: Instant | null | undefined) => string;
  /** `14:05:09` */
  readonly time: (instant: Instant | null | undefined) => string;
  /** `Wednesday 4 March 2026`: in the console's language. */
  readonly inWords: (instant: Instant | null | undefined) => string;
  /** `4 maart 2026` */
  readonly longDate: (instant: Instant | null | undefined) => string;
}

/** Creates the formatters of an IANA time zone. Source: RULE-053, GAP-89, CONST-040. */
export function dateTextsIn(timeZone: string): DateTexts {
  // A formatter is created when first needed: creating one costs more than formatting a hundred texts.
  const texts = (fields: Intl.DateTimeFormatOptions, locale = LOCALE) => {
    let format: Intl.DateTimeFormat | null = null;
    return (instant: Instant | null | undefined) => {
      const ms = instantMs(instant);
      format ??= new Intl.DateTimeFormat(locale, { ...fields, timeZone });
      return ms === null ? MISSING : format.format(ms);
    };
  };
  return {
    dateTime: texts({ ...DAY, ...TIME }),
    date: texts(DAY),
    time: texts(TIME),
    longDate: texts({ dateStyle: 'long' }),
    inWords: texts({ dateStyle: 'full' }, 'en-GB'),
  };
}

/** Creates the formatter of an IANA time zone that writes instants as ISO 8601 without offset: `2026-03-04T14:05:09`. Throws on an unknown zone. */
export function isoTextsIn(timeZone: string): (at: number | Date) => string {
  // The Swedish locale formats as ISO 8601 except for the `T`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at).replace(' ', 'T');
}

/** The formatters of one page. A page shows all instants in one zone, so its texts need no zone argument that could be forgotten. */
const shown = { zone: BELGIAN_ZONE, texts: dateTextsIn(BELGIAN_ZONE), iso: isoTextsIn(BELGIAN_ZONE) };

/**
 * Sets the zone in which this page shows all instants, an existing IANA name; called once the account's zone is known, before any view that shows
 * instants.
 */
export function showDatesIn(zone: string): void {
  if (zone !== shown.zone) Object.assign(shown, { zone, texts: dateTextsIn(zone), iso: isoTextsIn(zone) });
}

/** Returns the zone in which this page shows instants. */
export const shownZone = (): string => shown.zone;
/** Formats date and time in the page's zone: `04/03/2026, 14:05:09`. Source: RULE-053, GAP-89. */
export const dateTimeText = (instant: Instant | null | undefined): string => shown.texts.dateTime(instant);
/** Formats the date in the page's zone: `04/03/2026`. Source: RULE-053. */
export const dateText = (instant: Instant | null | undefined): string => shown.texts.date(instant);
/** Formats the time of day in the page's zone: `14:05:09`. Source: RULE-053. */
export const timeText = (instant: Instant | null | undefined): string => shown.texts.time(instant);
/**
 * Formats the time of day below a track of a length: `14:05:09`; with tenths of a second if the track is shorter than a minute: `14:05:09.5`. Source:
 * PAST25.
 */
export const clockText = (at: number, lengthMs: number, { time }: Pick<DateTexts, 'time'> = shown.texts): string => {
  const tenths = Math.round(at / 100);
  return lengthMs < MINUTE_MS ? `${time(tenths * 100)}.${String(((tenths % 10) + 10) % 10)}` : time(at);
};
/**
 * Formats an instant below a track of a length: as `clockText` up to a day, with the date for a longer track, and only the date beyond 16 days.
 * Source: PAST28.
 */
export const tickText = (at: number, lengthMs: number, texts: Pick<DateTexts, 'date' | 'time'> = shown.texts): string =>
  lengthMs <= DAY_MS + DAY_MS / 24
    ? clockText(at, lengthMs, texts)
    : lengthMs > 16 * DAY_MS
      ? texts.date(at)
      : `${texts.date(at)}, ${texts.time(at).slice(0, 'hh:mm'.length)}`;
/** Formats an instant for a cell of a spreadsheet: `04/03/2026 14:05:09`; null for a missing one. Source: UI12. */
export const cellTimeText = (instant: Instant | null | undefined): string | null =>
  instantMs(instant) === null ? null : dateTimeText(instant).replace(',', '');
/** Formats an instant in words, where it must not be misread: `Thursday 26 November 2026, 02:40`. Source: DATE2. */
export const momentInWords = (at: number): string => `${shown.texts.inWords(at)}, ${timeText(at).slice(0, 'hh:mm'.length)}`;
/** The formatters of other zones; a page needs only a few. */
const others = new Map<string, ReturnType<typeof isoTextsIn>>();
/** Formats an instant in a zone as ISO 8601 without offset: `2026-03-04T14:05:09`. */
export function isoText(at: number, zone: Zone): string {
  if (zone === undefined || zone === shown.zone) return shown.iso(at);
  const format = others.get(zone) ?? isoTextsIn(zone);
  others.set(zone, format);
  return format(at);
}

/** Names a zone for people: `Belgian time`, `Asia/Kolkata time`. Source: CLOCKS1. */
export const zoneName = (zone: string): string => (zone === BELGIAN_ZONE ? 'Belgian time' : `${zone.replaceAll('_', ' ')} time`);
