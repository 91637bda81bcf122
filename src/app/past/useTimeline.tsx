import { type ReactNode, useCallback, useState } from 'react';
import { useBrowserStorage } from '#ui/browserStorage';
import { PastBanner } from './PastBanner.tsx';
import { Timeline } from './Timeline.tsx';
import { TimelineButton } from './TimelineButton.tsx';
import { useTimeTravel } from './TimeTravelContext.ts';

const OPEN_KEY = 'timeline';

interface ShellParts {
  readonly isPast: boolean;
  readonly button: ReactNode;
  readonly banner: ReactNode;
  /** Null while the timeline is closed. */
  readonly bar: ReactNode;
}

/** Returns the parts of the shell that belong to the timeline. They read the shown moment themselves, so that the shell does not render with it. */
export function useTimeline(): ShellParts {
  const { isPast } = useTimeTravel();
  const remember = useBrowserStorage();
  const [isOpen, setOpen] = useState(() => remember.get(OPEN_KEY) === 'open');
  const toggle = useCallback(() => {
    remember.set(OPEN_KEY, isOpen ? 'closed' : 'open');
    setOpen(!isOpen);
  }, [remember, isOpen]);
  return {
    isPast,
    button: <TimelineButton isOpen={isOpen} onToggle={toggle} />,
    banner: <PastBanner />,
    bar: isOpen ? <Timeline onClose={toggle} /> : null,
  };
}
