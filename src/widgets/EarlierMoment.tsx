/**
 * The moment marked as A, with which the shown moment is compared, in the same view of the past; `ghostsOf` and `useGhosts` return the positions of devices at
 * that moment.
 */

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useShownView, useTimeTravel } from '#hooks/TimeTravelContext';
import type { Ghost, MapDevice } from '#map/drawing/mapDevice';
import { selectDevice } from '#state/fleet';
import type { RootState } from '#state/store';

/** A moment with which the shown moment is compared; `at` in ms since epoch. */
export interface EarlierMoment {
  readonly at: number;
  readonly state: RootState;
  /** The view of the past to which the state belongs; undefined for the past as it was. */
  readonly view?: ReturnType<typeof useShownView>;
}

interface Marked {
  readonly earlier: EarlierMoment | null;
  readonly mark: (moment: EarlierMoment) => void;
}

const EarlierMomentContext = createContext<Marked>({ earlier: null, mark: () => undefined });

/** Reads the marked moment again if its view differs from that of the shown past; the newest view wins. Source: KNOWN6. */
function useMarkOfView({ earlier, mark }: Marked): void {
  const { stateAt } = useTimeTravel();
  const view = useShownView();
  useEffect(() => {
    if (earlier === null || (earlier.view ?? 'was') === view) return undefined;
    const { at } = earlier;
    let isNewest = true;
    const take = (state: RootState | null) => {
      if (isNewest && state !== null) mark({ at, state, view });
    };
    stateAt(at, view).then(take, () => undefined);
    return () => {
      isNewest = false;
    };
  }, [earlier, mark, view, stateAt]);
}

/** Holds the moment marked as A, for the timeline and the plans, which show it. */
export function EarlierMomentProvider({ children }: { readonly children: ReactNode }) {
  const [earlier, mark] = useState<EarlierMoment | null>(null);
  const value = useMemo(() => ({ earlier, mark }), [earlier]);
  useMarkOfView(value);
  return <EarlierMomentContext value={value}>{children}</EarlierMomentContext>;
}

/** Returns the moment marked as A (null if there is none) and the function that marks it. */
export const useEarlierMoment = (): Marked => useContext(EarlierMomentContext);

const none: readonly MapDevice[] = [];

/** Returns the positions of the devices of a plan at another moment, without devices that did not move. */
export function ghostsOf(devices: readonly MapDevice[], { state }: EarlierMoment): readonly Ghost[] {
  return devices.flatMap((now) => {
    const { current_pose_x: x, current_pose_y: y, current_pose_theta: theta } = selectDevice(state, now.serial)?.state ?? {};
    return x == null || y == null || (x === now.x && y === now.y) ? [] : [{ serial: now.serial, x, y, theta: theta ?? 0, now }];
  });
}

/** Returns the ghosts of the devices of a plan and their instant; null if no moment is marked. */
export function useGhosts(devices: readonly MapDevice[] = none): { readonly ghosts: readonly Ghost[]; readonly at: number } | null {
  const { earlier } = useEarlierMoment();
  return useMemo(() => (earlier === null ? null : { ghosts: ghostsOf(devices, earlier), at: earlier.at }), [devices, earlier]);
}
