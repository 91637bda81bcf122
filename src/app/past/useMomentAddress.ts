import { useContext, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { instant } from '#contract/schema';
import { instantMs } from '#domain/text/dates';
import { PlayheadContext, useTimeTravel } from './TimeTravelContext.ts';

/** The query parameter with the shown moment, as an instant with milliseconds; absent while the console is live. */
const AT = 'at';

/** The moment in an address, ms since epoch; null for none and for a text that is no instant. */
export function momentIn(search: URLSearchParams): number | null {
  const text = search.get(AT);
  return text !== null && instant.safeParse(text).success ? instantMs(text) : null;
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
        return next;
      },
      { replace: true },
    );
  }, [playhead, isStill, at, shown, setSearch]);
}
