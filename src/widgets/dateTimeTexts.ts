import { isoText, type Zone } from '#domain/text/dates';
import { typedInstant } from '#domain/text/typedTime';
import { instantOfMinute } from '#domain/text/timeStep';
import type { DateTimeTexts } from '#ui/form/DateTimeBox';

const MS_OF = { minute: 60_000, second: 1_000 } as const;
const CLOCK = { minute: 'hh:mm', second: 'hh:mm:ss' } as const;

/**
 * Returns the functions that parse and format instants in date and time fields, to the minute or second, in a time zone, by default the page's. A time without
 * a day is the last such time not after `latest`, in ms since epoch; `10 min ago` counts from `now`. Source: DATE1, DATE3.
 */
export function dateTimeTexts(
  precision: 'minute' | 'second',
  latest: number,
  zone?: Zone,
  now: () => number = () => latest,
): DateTimeTexts {
  return {
    text: (at) => {
      const [day = '', clock = ''] = isoText(at, zone).split('T');
      return `${day.split('-').toReversed().join('/')} ${clock.slice(0, CLOCK[precision].length)}`;
    },
    parse: (typed) => {
      const at = typedInstant(typed, { now: latest, agoFrom: now(), zone });
      return at === null ? null : at - (at % MS_OF[precision]);
    },
    day: (at) => isoText(at, zone).slice(0, 'yyyy-mm-dd'.length),
    onDay: (at, day) => {
      const minute = instantOfMinute(`${day}T${at === null ? '00:00' : isoText(at, zone).slice(11, 16)}`, zone);
      return minute === null ? null : minute + (at === null ? 0 : at % MS_OF.minute);
    },
    format: `dd/mm/yyyy ${CLOCK[precision]}`,
  };
}
