import { getRecalculateStats } from '#contract/treatment';
import type { Answered } from '#state/useAnswer';
import { useAsk } from '#state/useAsk';
import { useEnded } from '#state/useEnded';
import { useFailureAlert } from '#state/useFailureAlert';

/** Counts a treatment anew: the server recalculates, and then it is asked again. A press meanwhile is of no use. Source: GAP-69, OPEN-83. */
export function useRecount(id: string | null, asked: Pick<Answered<unknown>, 'isAsking' | 'refresh'>) {
  const recount = useAsk(getRecalculateStats);
  const isRecalculating = recount.isAsking || asked.isAsking;
  useEnded(recount, asked.refresh);
  useFailureAlert(recount.failure);
  const recalculate = () => {
    if (id !== null && !isRecalculating) recount.ask({ params: { id } });
  };
  return { recalculate, isRecalculating };
}
