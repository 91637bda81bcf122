import { useContext } from 'react';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import type { PastView } from '#past/history/asKnown';
import { isOfHistory } from '#past/recorder/historyLog';
import type { Playhead } from '#past/moments/timeTravel';
import { viewShown } from '#past/moments/viewShown';
import { useMedia } from '#ui/useMedia';
import { QuietChoice } from '../bar/QuietChoice.tsx';

const NAMES: Readonly<Record<PastView, string>> = { was: 'As was', known: 'As known' };
const HELP = 'As was, each report is shown at its own time; as known, only what had arrived by then.';
const OPTIONS: readonly { readonly value: PastView; readonly label: string }[] = [
  { value: 'was', label: 'As was: each report at its own time' },
  { value: 'known', label: 'As known: only what had arrived by then' },
];

/** Returns the view of the past; null if there is only one: while live, and within this console's recording. */
export const viewOf = (playhead: Playhead): PastView | null =>
  playhead.kind === 'past' && isOfHistory(playhead.moment.block) ? viewShown(playhead) : null;

function Choice({ view, isInverse }: { readonly view: PastView; readonly isInverse: boolean }) {
  const { send } = useTimeTravel();
  return (
    <QuietChoice
      label="Past shown"
      name={NAMES[view]}
      help={HELP}
      options={OPTIONS}
      value={view}
      isInverse={isInverse}
      onValue={(next) => send({ kind: 'view', view: next === 'known' ? 'known' : 'was' })}
    />
  );
}

/** Minimum width in px at which the line of the timeline has space for the choice; below it, the choice is in the banner. */
const NARROW_PX = 600;

/**
 * Renders the view of the past, as it was or as it was known, and the choice of the other one; nothing if there is only one, or if the choice is in
 * the other place.
 */
export function ViewChoice({ place }: { readonly place: 'banner' | 'timeline' }) {
  const { hasViews } = useTimeTravel();
  const view = viewOf(useContext(PlayheadContext));
  const isNarrow = useMedia(`(max-width: ${String(NARROW_PX - 1)}px)`);
  if (view === null || hasViews !== true || isNarrow !== (place === 'banner')) return null;
  return <Choice view={view} isInverse={isNarrow} />;
}
