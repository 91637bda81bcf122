import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { dateTimeText } from '#domain/text/dates';
import { Banner } from '#ui/Banner';
import { useBrowserStorage } from '#ui/browserStorage';
import { loadable } from '#ui/loadable';
import { AT, momentIn } from './moment/momentAddress.ts';
import { TimelineButton } from './TimelineButton.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';

// Loaded when they are first shown, since they are not needed in the live state.
const PastBanner = loadable(async () => (await import('./PastBanner.tsx')).PastBanner, { waiting: null });
const Timeline = loadable(async () => (await import('./Timeline.tsx')).Timeline, { waiting: null });

const OPEN_KEY = 'timeline';

interface ShellParts {
  readonly isPast: boolean;
  readonly button: ReactNode;
  /** The banner above the screen while a past moment or a recording is shown. */
  readonly banner: ReactNode;
  /** In the live state: why the moment in the URL is not shown. The notice appears and disappears. */
  readonly notice: ReactNode;
  /** Null while the timeline is closed. */
  readonly bar: ReactNode;
}

/** Returns the moment in the opened URL until it or the nearest recorded one is shown; null if there is none. */
function useOpening(isShown: boolean): number | null {
  const [search] = useSearchParams();
  const [opening, setOpening] = useState(() => momentIn(search));
  if (opening !== null && (isShown || momentIn(search) === null)) setOpening(null);
  return opening;
}

/** Returns whether the opened URL has a moment that cannot be parsed, until another screen or a moment is shown. */
function useIsUnreadable(isShown: boolean): boolean {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [opened, setOpened] = useState(() => (search.has(AT) && momentIn(search) === null ? pathname : null));
  if (opened !== null && (isShown || pathname !== opened)) setOpened(null);
  return opened !== null;
}

/** Returns the text about the shown moment, or the one in the URL; null while live if the URL has none. */
function useMomentNotice(): ReactNode {
  const { hasBanner, recording } = useTimeTravel();
  // A replay always has its banner, which shows the moment.
  const isReplay = recording !== undefined;
  const opening = useOpening(hasBanner);
  const isUnreadable = useIsUnreadable(hasBanner && !isReplay);
  if (isUnreadable && !isReplay) return <Banner tone="warning">The moment in the address cannot be read. This is now.</Banner>;
  if (opening !== null) return <Banner tone="quiet">Looking for {dateTimeText(opening)} in the recording.</Banner>;
  return hasBanner ? <PastBanner isUnreadable={isUnreadable} /> : null;
}

/**
 * Returns the parts of the shell that belong to the timeline: button, banner, notice and bar; "Looking for" the moment in an opened URL. They read the shown
 * moment themselves, so that the shell does not render when it changes.
 */
export function useTimeline(): ShellParts {
  const { isPast, recording, send } = useTimeTravel();
  const remember = useBrowserStorage();
  const notice = useMomentNotice();
  const [isOpen, setOpen] = useState(() => remember.get(OPEN_KEY) === 'open');
  const [isByKey, setByKey] = useState(false);
  // In the past, the timeline is the only control, so it is always rendered, and closing it returns to now.
  const isHeldOpen = isPast && recording === undefined;
  const isShown = isOpen || isHeldOpen;
  const toggle = useCallback(
    (by: 'button' | 'key') => {
      remember.set(OPEN_KEY, isShown ? 'closed' : 'open');
      setOpen(!isShown);
      setByKey(by === 'key');
      if (isHeldOpen) send({ kind: 'live' });
    },
    [remember, isShown, isHeldOpen, send],
  );
  return {
    isPast,
    button: <TimelineButton isOpen={isShown} onToggle={toggle} />,
    banner: isPast ? notice : null,
    notice: isPast ? null : notice,
    bar: isShown ? <Timeline takesFocus={isByKey} onClose={() => toggle('button')} /> : null,
  };
}
