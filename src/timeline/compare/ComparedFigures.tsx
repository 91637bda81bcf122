import { Move, OctagonAlert, SendHorizontal } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useMemo } from 'react';
import { MISSING } from '#domain/text/numbers';
import { StatBand } from '#ui/StatBand';
import type { RootState } from '#state/store';
import { markText } from '../moment/ErrorFlag.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import type { ComparedSite } from './comparedSites.ts';
import { figuresOf, type Occurrences } from './figures.ts';
import type { ComparedMoments } from './useComparedMoments.ts';

/** Returns a number of the timeline with the time and text of the last counted event, or the placeholder until the recording is read. */
const shown = (isRead: boolean, { count, last }: Occurrences, state: RootState) => ({
  number: isRead ? count : MISSING,
  evidence: last !== null && `${count > 1 ? 'Last: ' : ''}${markText(state, last)}`,
});

/** Renders the numbers for the time between A and B below the plan: moved devices, errors, commands. */
export function ComparedFigures({ moments, sites }: { readonly moments: ComparedMoments; readonly sites: readonly ComparedSite[] }) {
  const { timeline$ } = useTimeTravel();
  const timeline = useObservableState(timeline$);
  const { placed, moved, errors, commands } = useMemo(() => figuresOf(moments, sites, timeline?.marks ?? []), [moments, sites, timeline]);
  const isRead = timeline !== undefined;
  return (
    <StatBand
      stats={[
        { label: 'Errors', icon: OctagonAlert, tone: errors.count > 0 ? 'error' : undefined, ...shown(isRead, errors, moments.to.state) },
        { label: 'Commands', icon: SendHorizontal, ...shown(isRead, commands, moments.to.state) },
        { label: 'Moved', icon: Move, number: moved, evidence: `of ${String(placed)} on plans` },
      ]}
    />
  );
}
