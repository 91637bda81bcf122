import { useEffect, useState } from 'react';
import { isHeld } from '#past/moments/moments';
import { selectTickedAt } from '#state/clock';
import type { RootState } from '#state/store';
import { useAddressState, type AddressCodec } from '#ui/pageAddress';
import { useEarlierMoment, type EarlierMoment } from '#widgets/EarlierMoment';
import { EARLIER, instantIn } from '../moment/momentAddress.ts';
import { useZoneTexts } from '../zone/TimelineZone.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';

/** The instant in the URL; null if there is none. */
const instantCodec: AddressCodec<number | null> = {
  encode: (at) => (at === null ? '' : new Date(at).toISOString()),
  decode: instantIn,
};

/** Returns the moment of a state that was read for an instant: the requested one, or the nearest recorded one. */
export function heldMoment(wanted: number, state: RootState): EarlierMoment {
  const tickedAt = selectTickedAt(state);
  return { at: isHeld({ at: tickedAt }, wanted) ? wanted : tickedAt, state };
}

interface Missed {
  readonly at: number;
  readonly isNear: boolean;
  readonly isUnread?: true;
}

/** The moment A of the comparison. */
interface Mark {
  readonly earlier: EarlierMoment | null;
  readonly mark: (moment: EarlierMoment) => void;
  /** Reads and marks the moment at an instant, ms since epoch. */
  readonly markAt: (at: number) => void;
  /** The instant that is being read; null if there is none. */
  readonly wanted: number | null;
  /** The outcome for the last requested instant, if another moment is A. */
  readonly problem: string | null;
}

/**
 * Returns the moment that is marked as A, which is kept in the URL (`?a=`) and read from the recording; the one in the opened URL is read and marked.
 */
export function useMark(): Mark {
  const { stateAt, shownView } = useTimeTravel();
  const { earlier, mark } = useEarlierMoment();
  const [address, setAddress] = useAddressState(EARLIER, instantCodec, null);
  const marked = earlier === null ? null : Math.floor(earlier.at);
  const [wanted, markAt] = useState(address === marked ? null : address);
  // The wanted instant, and whether another moment is A instead.
  const [missed, setMissed] = useState<Missed | null>(null);
  const { dateTime } = useZoneTexts();
  useEffect(() => {
    if (wanted === null) return undefined;
    let isNewest = true;
    const view = shownView?.() ?? 'was';
    const take = (state: RootState | null) => {
      if (!isNewest) return;
      const found = state === null ? null : heldMoment(wanted, state);
      setMissed(found?.at === wanted ? null : { at: wanted, isNear: found !== null });
      if (found !== null) mark({ ...found, view });
      markAt(null);
    };
    const fail = () => {
      take(null);
      if (isNewest) setMissed({ at: wanted, isNear: false, isUnread: true });
    };
    stateAt(wanted, view).then(take, fail);
    return () => {
      isNewest = false;
    };
  }, [wanted, stateAt, shownView, mark]);
  useEffect(() => {
    if (wanted === null) setAddress(marked);
  }, [wanted, marked, address, setAddress]);
  const problem =
    missed &&
    `${dateTime(missed.at)} ${missed.isUnread ? 'cannot be read now' : 'is not held'}${missed.isNear ? '; A is the nearest moment' : ''}.`;
  return { earlier, mark, markAt, wanted, problem };
}
