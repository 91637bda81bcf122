import { timeText } from '#domain/dates';
import { ageText } from '#domain/duration';
import { selectHealth } from '#state/health';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/useAppSelector';
import { DataAge } from './shell/DataAge.tsx';

/** Data older than this is shown as stale in the corner, in ms. */
const STALE_MS = 10_000;

const ageOf = (s: RootState): string | undefined => {
  const { ageMs } = selectHealth(s);
  return ageMs === null ? undefined : `${ageText(ageMs)} old`;
};

/** The corner of the frame. It reads its words itself: they change every second, and the frame around it is not drawn for that. */
export function ShownAge() {
  const age = useAppSelector(ageOf);
  const stale = useAppSelector((s) => (selectHealth(s).ageMs ?? 0) > STALE_MS);
  const failedAt = useAppSelector((s) => selectHealth(s).lastFailure?.at);
  return <DataAge age={age} stale={stale} lastFailure={failedAt === undefined ? undefined : timeText(failedAt).slice(0, 5)} />;
}
