import { isOfHistory } from '#past/recorder/historyLog';
import { selectClockOffset } from '#state/clock';
import type { RootState } from '#state/store';
import { useTimeTravel } from '#hooks/TimeTravelContext';

/**
 * Returns the function that converts an instant of the log, at which the console has a state, to one of the server, by which a colleague's console finds it. The
 * instants of a file stay: it is opened by them. Without a state, the newest offset of the server's clock is used.
 */
export function useServerInstant(): (at: number, state?: RootState | null) => Promise<number> {
  const { recorded, recording, liveStore } = useTimeTravel();
  return async (at, state = null) => {
    const offsetMs = selectClockOffset(state ?? liveStore.getState());
    if (recording !== undefined || offsetMs === 0) return at;
    const [{ serverInstant }, { blocks, hasHistory = false }] = await Promise.all([import('#past/moments/serverInstant'), recorded()]);
    const own = (await blocks(at)).filter((entry) => !isOfHistory(entry));
    return serverInstant(at, { blocks: own, offsetMs, hasHistory });
  };
}
