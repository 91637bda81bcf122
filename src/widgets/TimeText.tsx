import { type Instant, dateText, dateTimeText, instantMs, timeText } from '#domain/text/dates';
import { useAccountZone } from './AccountZone.tsx';

interface Props {
  readonly at: Instant | null | undefined;
  readonly show?: 'dateTime' | 'date' | 'time';
}

const texts = { dateTime: dateTimeText, date: dateText, time: timeText } as const;

/** Renders an instant in the page's time zone, formatted as nl-BE; "-" if it is missing. */
export function TimeText({ at, show = 'dateTime' }: Props) {
  // The texts are in the zone of the page and must render again when another zone is selected.
  useAccountZone();
  const ms = instantMs(at);
  const text = texts[show](ms);
  return ms === null ? <span>{text}</span> : <time dateTime={new Date(ms).toISOString()}>{text}</time>;
}
