import { floorToStep } from '#domain/timeStep';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#state/useAppSelector';

/** The newest step of time that has begun, ms since epoch by the server's clock: where a choice of a past time begins, and its latest. */
export const useNewestStep = (): number => useAppSelector((s) => floorToStep(selectNow(s)));
