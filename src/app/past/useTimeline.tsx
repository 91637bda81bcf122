import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useBrowserStorage } from '#ui/browserStorage';
import { TimelineButton } from './TimelineButton.tsx';
import { useTimeTravel } from './TimeTravelContext.ts';

// Loaded when they are first shown: a person who stays live needs neither.
const PastBanner = lazy(async () => ({ default: (await import('./PastBanner.tsx')).PastBanner }));
const Timeline = lazy(async () => ({ default: (await import('./Timeline.tsx')).Timeline }));

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
  const { isPast, hasBanner } = useTimeTravel();
  const remember = useBrowserStorage();
  const [isOpen, setOpen] = useState(() => remember.get(OPEN_KEY) === 'open');
  const toggle = useCallback(() => {
    remember.set(OPEN_KEY, isOpen ? 'closed' : 'open');
    setOpen(!isOpen);
  }, [remember, isOpen]);
  return {
    isPast,
    button: <TimelineButton isOpen={isOpen} onToggle={toggle} />,
    banner: hasBanner ? (
      <Suspense fallback={null}>
        <PastBanner />
      </Suspense>
    ) : null,
    bar: isOpen ? (
      <Suspense fallback={null}>
        <Timeline onClose={toggle} />
      </Suspense>
    ) : null,
  };
}
