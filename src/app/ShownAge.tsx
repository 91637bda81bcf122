import { alertText } from '#domain/alertText';
import { timeText } from '#domain/dates';
import { ageText } from '#domain/duration';
import { selectHealth, type Health } from '#state/health';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/useAppSelector';
import { DataAge } from './shell/DataAge.tsx';

/** Data older than this is shown as stale in the corner, in ms. */
const STALE_MS = 10_000;

const ageOf = (s: RootState): string | undefined => {
  const { ageMs } = selectHealth(s);
  return ageMs === null ? undefined : `${ageText(ageMs)} old`;
};

/** The newest failure in one sentence: when, which call, and why. */
function failureText({ at, call, failure }: NonNullable<Health['lastFailure']>): string {
  const reason = alertText(failure) ?? 'No answer came';
  return `Last failure ${timeText(at)}: ${call}, ${failure.status === 0 ? reason : `${failure.status} ${reason}`}`;
}

const unreadText = (count: number): string =>
  count === 1 ? '1 item could not be read and is not shown.' : `${count} items could not be read and are not shown.`;

/** The corner of the frame. It reads its words itself: they change every second, and the frame around it is not drawn for that. */
export function ShownAge() {
  const age = useAppSelector(ageOf);
  const stale = useAppSelector((s) => (selectHealth(s).ageMs ?? 0) > STALE_MS);
  const lastFailure = useAppSelector((s) => selectHealth(s).lastFailure);
  const unreadCount = useAppSelector((s) => selectHealth(s).unreadCount);
  const details = [...(lastFailure === null ? [] : [failureText(lastFailure)]), ...(unreadCount === 0 ? [] : [unreadText(unreadCount)])];
  return (
    <DataAge
      age={age}
      stale={stale}
      lastFailure={lastFailure === null ? undefined : timeText(lastFailure.at).slice(0, 5)}
      unreadCount={unreadCount}
      details={details}
    />
  );
}
