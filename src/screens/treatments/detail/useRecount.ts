import { getRecalculateStats } from '#contract/treatment';
import type { Answered } from '#state/useAnswer';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';

/** Counts a treatment anew: the server recalculates, and then it is asked again. A press meanwhile is of no use. Source: GAP-69, OPEN-83. */
export function useRecount(id: string | null, asked: Pick<Answered<unknown>, 'isPending' | 'refresh'>) {
  const recount = useRequest(getRecalculateStats);
  const isRecalculating = recount.isPending || asked.isPending;
  useOnSettled(recount, asked.refresh);
  useFailureAlert(recount.failure);
  const recalculate = () => {
    if (id !== null && !isRecalculating) recount.ask({ params: { id } });
  };
  return { recalculate, isRecalculating };
}
