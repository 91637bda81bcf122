import { History } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { type ReactNode, useState } from 'react';
import { ageText } from '#domain/text/duration';
import { Button } from '#ui/Button';
import { useBrowserStorage } from '#ui/browserStorage';
import { PastBanner } from './PastBanner.tsx';
import { Timeline } from './Timeline.tsx';
import { useTimelineKeys } from './useTimelineKeys.ts';
import { useLiveNow } from './useLiveNow.ts';
import { useTimeTravel } from './TimeTravelContext.ts';

const OPEN_KEY = 'timeline';

interface ShellParts {
  readonly isPast: boolean;
  readonly button: ReactNode;
  readonly banner: ReactNode;
  /** Null while the timeline is closed. */
  readonly bar: ReactNode;
}

/** Returns the parts of the shell that belong to the timeline, and handles its keys. */
export function useTimeline(): ShellParts {
  const { playhead, send, liveStore } = useTimeTravel();
  const remember = useBrowserStorage();
  const [isOpen, setOpen] = useState(() => remember.get(OPEN_KEY) === 'open');
  const toggle = () => {
    remember.set(OPEN_KEY, isOpen ? 'closed' : 'open');
    setOpen(!isOpen);
  };
  const isPast = playhead.kind === 'past';
  const now = useLiveNow(liveStore);
  useTimelineKeys({ playhead, send, isOpen, toggle });
  const live = () => send({ kind: 'live' });
  return {
    isPast,
    button: <TimelineButton isOpen={isOpen} onPress={toggle} />,
    banner: isPast ? <PastBanner at={playhead.moment.at} now={now} onLive={live} /> : null,
    bar: isOpen ? <Timeline onClose={toggle} /> : null,
  };
}

/** Renders the button of the timeline, with how far back the recording reaches. */
function TimelineButton({ isOpen, onPress }: { readonly isOpen: boolean; readonly onPress: () => void }) {
  const { status$, liveStore } = useTimeTravel();
  const { from } = useObservableState(status$, { from: null, problem: null });
  const now = useLiveNow(liveStore);
  const reach = from === null ? 'Nothing recorded' : `Recorded: ${ageText(Math.max(0, now - from))}`;
  return (
    <Button variant="ghost" aria-expanded={isOpen} aria-keyshortcuts="T" title={reach} onClick={onPress}>
      <History aria-hidden="true" />
      <span className="sr">Timeline</span>
    </Button>
  );
}
