import { History } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useContext } from 'react';
import { ageText } from '#domain/text/duration';
import { selectTickedAt } from '#state/clock';
import { Button } from '#ui/Button';
import { PlayheadContext, useTimeTravel } from './TimeTravelContext.ts';
import { useLiveSelector } from './useLiveSelector.ts';
import { useMomentAddress } from './useMomentAddress.ts';
import { useTimelineKeys } from './useTimelineKeys.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Renders the button of the timeline, with how far back the recording reaches, and handles the timeline's keys on every screen. */
export function TimelineButton({ isOpen, onToggle }: Props) {
  const { status$, send } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const { from, problem } = useObservableState(status$, { from: null, problem: null });
  const now = useLiveSelector(selectTickedAt);
  useMomentAddress();
  useTimelineKeys({ playhead, send, isOpen, toggle: onToggle });
  const reach = from === null ? 'Nothing is recorded yet.' : `Recorded: the last ${ageText(Math.max(0, now - from))}.`;
  return (
    <Button variant="ghost" aria-expanded={isOpen} aria-keyshortcuts="T" title={problem ?? reach} onClick={onToggle}>
      <History aria-hidden="true" />
      <span className="sr">Timeline</span>
    </Button>
  );
}
