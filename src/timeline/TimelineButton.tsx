import { chakra } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useContext, useEffect, useState } from 'react';
import { ageText, lengthText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import type { RootState } from '#state/store';
import { Button } from '#ui/Button';
import { inCorner, loadable } from '#ui/loadable';
import { PlayheadContext, useTimeTravel, type ShownRecording } from '#hooks/TimeTravelContext';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { useMomentAddress } from './moment/useMomentAddress.ts';

// Code that is not needed while the user only looks at the button.
const TimeTools = loadable(async () => (await import('./TimeTools.tsx')).TimeTools, { waiting: null, place: inCorner });

const ASKS = ['pointerdown', 'keydown', 'contextmenu'];
const ENDS = ['pointerup', 'pointercancel', 'scroll'];

/** Returns the first event of the user (a moving pointer, later the last meaningful event) until `isHandled`. Null before the first. */
function useFirstPress(isHandled: boolean): Event | null {
  const [first, setFirst] = useState<Event | null>(null);
  useEffect(() => {
    if (isHandled) return undefined;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    document.addEventListener('pointermove', (event) => setFirst((before) => before ?? event), { ...options, once: true });
    for (const kind of ASKS) document.addEventListener(kind, setFirst, options);
    // A finger that was lifted or scrolled is no longer a long press.
    const lift = (event: Event) => setFirst((before) => (before?.type === 'pointerdown' ? event : before));
    for (const kind of ENDS) document.addEventListener(kind, lift, options);
    return () => end.abort();
  }, [isHandled]);
  return first;
}

/** Precision of the recording's age on the button, in ms: each new text renders the button. */
const REACH_STEP_MS = 10_000;
const selectReachStep = (state: RootState) => Math.floor(selectTickedAt(state) / REACH_STEP_MS) * REACH_STEP_MS;

/** Shown next to the icon if the header has room; its width is the same for every age of the recording. */
const Reach = chakra('span', {
  base: {
    display: 'none',
    minWidth: '80px',
    textAlign: 'start',
    textStyle: 'meta',
    '@media (min-width: 1440px)': { display: 'inline-block' },
  },
});

/** The meaning of the icon, shown if the header has room. */
const Word = chakra('span', {
  base: {
    '@media (max-width: 1179px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
});

const reachText = (from: number, now: number, recording: ShownRecording | undefined) =>
  recording === undefined ? ageText(Math.max(0, now - from)) : lengthText(recording.to - recording.from);

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: (by: 'button' | 'key') => void;
}

/** Renders the button of the timeline, with how far back the recording goes; it loads the rest, and handles T and L on every screen. */
export function TimelineButton({ isOpen, onToggle }: Props) {
  const { status$, recording } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const { from, problem } = useObservableState(status$, { from: null, problem: null });
  const now = useLiveSelector(selectReachStep);
  useMomentAddress();
  const [isReady, setReady] = useState(false);
  const first = useFirstPress(isReady);
  const reach = from === null ? null : reachText(from, now, recording);
  const title = reach === null ? 'Nothing is recorded yet.' : `Recorded: the last ${reach}.`;
  return (
    <>
      <Button variant="ghost" aria-expanded={isOpen} aria-keyshortcuts="T" title={problem ?? title} onClick={() => onToggle('button')}>
        <History aria-hidden="true" />
        <Word>Timeline</Word>
        <Reach aria-hidden="true">{reach}</Reach>
      </Button>
      {(first !== null || isReady || isOpen || playhead.kind === 'past') && (
        <TimeTools first={first} onReady={() => setReady(true)} toggle={() => onToggle('key')} />
      )}
    </>
  );
}
