import { useContext, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AT, momentIn, PROOF } from './momentAddress.ts';
import { PlayheadContext, useTimeTravel } from './TimeTravelContext.ts';

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
  // While it plays, the address would change with every frame.
  const isStill = playhead.kind === 'live' || playhead.speed === null;
  const at = playhead.kind === 'past' ? new Date(playhead.moment.at).toISOString() : null;
  const shown = search.get(AT);
  useEffect(() => {
    // Until the moment of the opened address is shown, the playhead still says "live".
    if (asked.current !== null && playhead.kind === 'live' && playhead.missedAt === undefined) return;
    asked.current = null;
    if (!isStill || at === shown) return;
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
  }, [playhead, isStill, at, shown, setSearch]);
}
