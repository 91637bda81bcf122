import { Move, OctagonAlert, SendHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { MISSING, numberText } from '#domain/text/numbers';
import { StatBand } from '#ui/StatBand';
import type { RootState } from '#state/store';
import { markText } from '../moment/ErrorFlag.tsx';
import type { ComparedSite } from './comparedSites.ts';
import { figuresOf, type Occurrences } from './figures.ts';
import type { ComparedMoments } from './useComparedMoments.ts';
import { useMarksBetween } from './useMarksBetween.ts';

/** Returns a number of the timeline with the time and text of the last counted event, or the placeholder while it is unknown. */
const shown = (isRead: boolean, { count, last }: Occurrences, state: RootState) => ({
  number: isRead ? count : MISSING,
  evidence: last !== null && `${count > 1 ? 'Last: ' : ''}${markText(state, last)}`,
});

/** Renders the numbers for the time between A and B below the plan: moved devices, errors, commands. */
export function ComparedFigures({ moments, sites }: { readonly moments: ComparedMoments; readonly sites: readonly ComparedSite[] }) {
  const { from, to } = moments;
  const marks = useMarksBetween({ from: Math.min(from.at, to.at), to: Math.max(from.at, to.at) });
  const { placed, moved, errors, commands } = useMemo(() => figuresOf(moments, sites, marks ?? []), [moments, sites, marks]);
  const isRead = marks !== null;
  return (
    <StatBand
      stats={[
        { label: 'Errors', icon: OctagonAlert, tone: errors.count > 0 ? 'error' : undefined, ...shown(isRead, errors, moments.to.state) },
        { label: 'Commands', icon: SendHorizontal, ...shown(isRead, commands, moments.to.state) },
        { label: 'Moved', icon: Move, number: moved, evidence: `of ${numberText(placed)} on plans` },
      ]}
    />
  );
}
