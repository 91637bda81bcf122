import { timeText } from '#domain/dates';
import { ageText } from '#domain/duration';
import { selectHealth } from '#state/health';
import type { RootState } from '#state/store';
import { useAppSelector } from '#state/useAppSelector';

/** Data older than this is shown as stale in the corner, in ms. */
const STALE_MS = 10_000;

const ageOf = (s: RootState): string | undefined => {
  const { ageMs } = selectHealth(s);
  return ageMs === null ? undefined : `${ageText(ageMs)} old`;
};

/** What the corner of the frame says. Read as words, so that the frame is drawn when they change and not with every tick. */
export function useShownHealth() {
  const age = useAppSelector(ageOf);
  const stale = useAppSelector((s) => (selectHealth(s).ageMs ?? 0) > STALE_MS);
  const failedAt = useAppSelector((s) => selectHealth(s).lastFailure?.at);
  return { age, stale, lastFailure: failedAt === undefined ? undefined : timeText(failedAt).slice(0, 5) };
}
