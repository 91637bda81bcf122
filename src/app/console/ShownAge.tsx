import { alertText } from '#domain/text/alertText';
import { timeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import { selectClockOffset } from '#state/clock';
import { selectHealth, selectUnreadMessages, type Health } from '#state/health';
import type { RootState } from '#state/store';
import { useAppSelector } from '#hooks/useAppSelector';
import { DataAge } from '../shell/DataAge.tsx';

/** Age from which data are shown as stale, in ms. */
const STALE_MS = 10_000;

const ageOf = (s: RootState): string | undefined => {
  const { ageMs } = selectHealth(s);
  return ageMs === null ? undefined : `${ageText(ageMs)} old`;
};

/** Returns the newest failure as one sentence with time, call and reason. */
function failureText({ at, call, failure }: NonNullable<Health['lastFailure']>, offsetMs: number): string {
  const reason = alertText(failure) ?? 'No answer came';
  return `Last failure ${timeText(at + offsetMs)}: ${call}, ${failure.status === 0 ? reason : `${failure.status} ${reason}`}`;
}

const unreadText = (count: number): string =>
  count === 1 ? '1 item could not be read and is not shown.' : `${numberText(count)} items could not be read and are not shown.`;

const unreadMessagesText = (count: number): string =>
  count === 1 ? '1 of them is a message of the live connection.' : `${numberText(count)} of them are messages of the live connection.`;

/**
 * Renders the age of the data and the last failure in the top bar. It selects its own text, which changes every second, so the layout around it does not render
 * each second.
 */
export function ShownAge() {
  const age = useAppSelector(ageOf);
  const stale = useAppSelector((s) => (selectHealth(s).ageMs ?? 0) > STALE_MS);
  const lastFailure = useAppSelector((s) => selectHealth(s).lastFailure);
  const offsetMs = useAppSelector(selectClockOffset);
  const unreadCount = useAppSelector((s) => selectHealth(s).unreadCount);
  const unreadMessages = useAppSelector(selectUnreadMessages);
  const details = [
    ...(lastFailure === null ? [] : [failureText(lastFailure, offsetMs)]),
    ...(unreadCount === 0 ? [] : [unreadText(unreadCount)]),
    ...(unreadMessages === 0 ? [] : [unreadMessagesText(unreadMessages)]),
  ];
  return (
    <DataAge
      age={age}
      stale={stale}
      lastFailure={lastFailure === null ? undefined : timeText(lastFailure.at + offsetMs).slice(0, 5)}
      unreadCount={unreadCount}
      details={details}
    />
  );
}
