import { useContext, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AT, momentIn, PROOF } from './momentAddress.ts';
import { PlayheadContext, useTimeTravel } from './TimeTravelContext.ts';
import type { Playhead } from './timeTravel.ts';

/** While it plays, the address follows once in so many ms: with every frame would be more than browsers allow. */
const FOLLOW_MS = 5_000;

/** Whether the moment is to be put into an address that holds another one, or none. */
function isAddressDue(playhead: Playhead, held: number | null): boolean {
  if (playhead.kind === 'live' || playhead.speed === null || held === null) return true;
  return Math.abs(playhead.moment.at - held) >= FOLLOW_MS * Math.abs(playhead.speed);
}

/** Goes to the moment of the address when the page is opened, and keeps the shown one in the address, on every screen. */
export function useMomentAddress(): void {
  const { send } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const [search, setSearch] = useSearchParams();
  const asked = useRef(momentIn(search));
  const [wanted] = [asked.current];
  useEffect(() => {
    if (wanted !== null) send({ kind: 'seek', at: wanted });
  }, [send, wanted]);
  // A moment that is not held stays in the address: after a reload the page must say so again.
  const instant = playhead.missedAt ?? (playhead.kind === 'past' ? playhead.moment.at : null);
  const at = instant === null ? null : new Date(instant).toISOString();
  const shown = search.get(AT);
  const isDue = isAddressDue(playhead, momentIn(search));
  useEffect(() => {
    // Until the moment of the opened address is shown, the playhead still says "live".
    if (asked.current !== null && playhead.kind === 'live' && playhead.missedAt === undefined) return;
    asked.current = null;
    if (!isDue || at === shown) return;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (at === null) next.delete(AT);
        else next.set(AT, at);
        // It belongs to the moment of the link.
        next.delete(PROOF);
        return next;
      },
      { replace: true },
    );
  }, [playhead, isDue, at, shown, setSearch]);
}
