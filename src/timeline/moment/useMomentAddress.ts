import { useContext, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { AT, isByServer, momentIn, openOf, viewIn, withMoment } from './momentAddress.ts';
import { PageAddressContext } from '#ui/pageAddress';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import type { Playhead } from '#past/moments/timeTravel';

/** Minimum interval between URL changes while playing, in ms, because browsers do not allow one per frame. */
const FOLLOW_MS = 5_000;

/** Returns whether the moment must be written to the URL, which has another one or none. */
function isAddressDue(playhead: Playhead, held: number | null): boolean {
  // A link keeps its instant, which is by the server's clock, with its proof and author, while its moment is shown.
  if (playhead.linkAt !== undefined && playhead.linkAt === held) return false;
  if (playhead.kind === 'live' || playhead.speed === null || held === null) return true;
  return Math.abs(playhead.moment.at - held) >= FOLLOW_MS * Math.abs(playhead.speed);
}

/** The state of the URL on entering the past: not changed yet, a new entry is pending, or the entry is shown. */
type Entered = 'not' | 'written' | 'shown';

/**
 * Goes to the moment in the URL when the page is opened, and keeps the shown one and its view in the URL, on every screen. The first moment is a
 * separate entry in the history, so that Back returns to now, and Forward to the moment.
 */
export function useMomentAddress(): void {
  const { send, isReading, recording } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const [search, setSearch] = useSearchParams();
  const cause = useNavigationType();
  const { key } = useLocation();
  const seen = useRef(key);
  const page = useContext(PageAddressContext);
  const entered = useRef<Entered>('not');
  // The last moment of the URL, and the moment that Back has left: it is in the entry to which Forward leads.
  const left = useRef<{ last: string | null; byBack: string | null }>({ last: search.get(AT), byBack: null });
  // The moment of the opened URL, and the one that is being opened.
  const [wanted] = useState(() => momentIn(search));
  const asked = useRef(wanted);
  const held = viewIn(search);
  const [wantedView] = useState(held);
  const isOfLink = isByServer(search);
  const [wantedLink] = useState(isOfLink);
  useEffect(() => {
    if (wanted !== null) send(openOf(wanted, wantedView, wantedLink));
  }, [send, wanted, wantedView, wantedLink]);
  // A moment that is not recorded is kept in the URL, because after a reload the page must report it again.
  const instant = playhead.missedAt ?? (playhead.kind === 'past' ? playhead.moment.at : null);
  const at = instant === null ? null : new Date(instant).toISOString();
  const shown = search.get(AT);
  const momentAt = momentIn(search);
  const isDue = isAddressDue(playhead, momentAt);
  const isPast = playhead.kind === 'past' && recording === undefined;
  const isRequested = isPast || (playhead.kind === 'live' && playhead.missedAt !== undefined);
  const view = playhead.kind === 'past' ? (playhead.view ?? 'was') : held;
  useEffect(() => {
    // Writing would undo a link that was followed meanwhile; the effect runs again when the new screen is rendered.
    if (page?.isCurrent() === false) return;
    const isBack = shown === null && cause === NavigationType.Pop;
    const wasAsked = asked.current !== null;
    const isOther = key !== seen.current;
    seen.current = key;
    const isLive = playhead.kind === 'live' && playhead.missedAt === undefined;
    // Until the moment in the opened URL is shown, the playhead is still "live".
    if (isLive && wasAsked && !isBack) return;
    asked.current = null;
    const before = entered.current;
    entered.current = isRequested ? (shown === null && before !== 'shown' ? 'written' : 'shown') : 'not';
    if (isRequested && shown !== null) left.current = { last: shown, byBack: null };
    if (isBack && (isLive ? wasAsked || (isOther && isReading?.() === true) : isRequested && (wasAsked || before === 'shown'))) {
      // Back leaves the moment, even one that is still being read or could not be read.
      left.current.byBack = wasAsked || isRequested ? left.current.last : null;
      send({ kind: 'live' });
    } else if (playhead.kind === 'live' && shown !== null && shown === left.current.byBack) {
      left.current = { last: shown, byBack: null };
      asked.current = momentAt;
      if (momentAt !== null) send(openOf(momentAt, held, isOfLink));
    } else if ((isDue && at !== shown) || view !== held)
      setSearch((own) => withMoment(own, at, view), { replace: !isPast || shown !== null || before !== 'not' });
  }, [key, playhead, isPast, isRequested, isDue, at, shown, view, held, isOfLink, cause, page, send, isReading, setSearch, momentAt]);
}
