import { floorToStep } from '#domain/text/timeStep';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';

/** Returns the latest time step that has begun, in ms since epoch by the server's clock: the default and maximum of a past time. */
export const useNewestStep = (): number => useAppSelector((s) => floorToStep(selectNow(s)));
