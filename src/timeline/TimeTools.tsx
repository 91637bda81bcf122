import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStableCallback } from '#ui/useStableCallback';
import { NoteKey } from './notes/NoteKey.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useTimelineKeys } from './useTimelineKeys.ts';
import { useAsking } from './why/useAsking.ts';
import type { ShownValue } from './why/shownValues.ts';
import { WhyPanel } from './why/WhyPanel.tsx';
import { TimelineZoneProvider } from './zone/TimelineZone.tsx';

interface Props {
  /** The event with which the user began to use the timeline, handled once this component is loaded. */
  readonly first: Event | null;
  /** Called once the listeners of this component are registered. */
  readonly onReady: () => void;
  readonly toggle: () => void;
}

/** Handles keys and presses on every screen: T, L, the key of notes, and "Why does it say that?". Loaded with the first of them. */
export function TimeTools({ first, onReady, toggle }: Props) {
  const { clock } = useTimeTravel();
  const [begin] = useState(first);
  const ready = useStableCallback(onReady);
  useEffect(ready, [ready]);
  const { pathname } = useLocation();
  const [asked, setAsked] = useState<{ readonly value: ShownValue; readonly id: number; readonly of: string } | null>(null);
  useTimelineKeys(toggle, begin);
  useAsking(clock, begin, (value) => setAsked((before) => ({ value, id: (before?.id ?? 0) + 1, of: pathname })));
  return (
    <TimelineZoneProvider>
      <NoteKey first={begin} />
      {/* No other screen shows the value. */}
      {asked?.of === pathname && <WhyPanel key={asked.id} value={asked.value} onClose={() => setAsked(null)} />}
    </TimelineZoneProvider>
  );
}
