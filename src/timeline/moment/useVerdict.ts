import { useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { canonicalState } from '#state/canonicalState';
import type { RootState } from '#state/store';
import { isOfHistory } from '#past/recorder/historyLog';
import { AT, instantIn, isLinkOfHistory, PROOF } from './momentAddress.ts';
import { PlayheadContext, type TimelinePorts, useTimeTravel } from '#hooks/TimeTravelContext';

/** Returns the hash of the shown state, which is the same in every browser with the same events. Rejects without a secure context. */
export const proofOf = (state: RootState, { digest }: Pick<TimelinePorts, 'digest'>): Promise<string> =>
  digest(JSON.stringify(canonicalState(state)));

/**
 * Verifies the proof in an opened link, i.e. whether the shown state has the same hash as that of the link's author; null if there is no link, and until the
 * result is known. Nothing is claimed where one of the two is of a recording and the other of the server's history, which holds less. Source: PAST13.
 */
export function useVerdict(): 'verified' | 'differs' | null {
  const playhead = useContext(PlayheadContext);
  const { ports } = useTimeTravel();
  const address = new URLSearchParams(useLocation().search);
  const proof = address.get(PROOF);
  const moment = playhead.kind === 'past' && playhead.missedAt === null ? playhead.moment : null;
  const at = playhead.linkAt ?? moment?.at ?? NaN;
  const isComparable = moment !== null && isOfHistory(moment.block) === isLinkOfHistory(address);
  const isAsked = isComparable && proof !== null && instantIn(address.get(AT) ?? '') === Math.floor(at);
  const [found, setFound] = useState<{ readonly state: RootState; readonly proof: string } | null>(null);
  const state = isAsked ? moment.state : null;
  useEffect(() => {
    if (state === null) return;
    // If digests are not available, nothing is claimed.
    proofOf(state, ports).then(
      (of) => setFound({ state, proof: of }),
      () => undefined,
    );
  }, [state, ports]);
  if (found === null || found.state !== state) return null;
  return found.proof === proof ? 'verified' : 'differs';
}
