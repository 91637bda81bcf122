import { dateText, isoText, timeText } from '#domain/text/dates';
import { typedInstant } from '#domain/text/typedTime';
import { instantOfMinute } from '#domain/text/timeStep';
import type { DateTimeTexts } from '#ui/form/DateTimeBox';

const MS_OF = { minute: 60_000, second: 1_000 } as const;
const CLOCK = { minute: 'hh:mm', second: 'hh:mm:ss' } as const;

/** Returns how date and time fields parse and format instants, to the minute or second, in the page's time zone. `now` in ms since epoch. Source: DATE1. */
export function dateTimeTexts(precision: 'minute' | 'second', now: number): DateTimeTexts {
  const clockOf = (at: number) => timeText(at).slice(0, CLOCK[precision].length);
  return {
    text: (at) => `${dateText(at)} ${clockOf(at)}`,
    parse: (typed) => {
      const at = typedInstant(typed, { now });
      return at === null ? null : at - (at % MS_OF[precision]);
    },
    day: (at) => isoText(at, undefined).slice(0, 'yyyy-mm-dd'.length),
    onDay: (at, day) => {
      const minute = instantOfMinute(`${day}T${at === null ? '00:00' : isoText(at, undefined).slice(11, 16)}`, undefined);
      return minute === null ? null : minute + (at === null ? 0 : at % MS_OF.minute);
    },
    format: `dd/mm/yyyy ${CLOCK[precision]}`,
  };
}
