import { useContext } from 'react';
import { getRecalculateStats, getTreatmentDetail } from '#contract/treatment';
import { useAnswer } from '#state/useAnswer';
import { useAsk } from '#state/useAsk';
import { useEnded } from '#state/useEnded';
import { useFailureAlert } from '#state/useFailureAlert';
import { WishContext } from '#state/WishContext';

/** A treatment, and the way to count it anew: the server recalculates, and then it is asked again. Source: GAP-69, OPEN-83. */
export function useTreatmentDetail(id: string | null) {
  const isPossible = useContext(WishContext) !== null;
  const asked = useAnswer(getTreatmentDetail, { id: id ?? '' }, {}, { isWanted: id !== null });
  const recount = useAsk(getRecalculateStats);
  useEnded(recount, asked.refresh);
  useFailureAlert(recount.failure);
  return {
    asked,
    recalculate: () => {
      if (id !== null) recount.ask({ params: { id } });
    },
    isRecalculating: recount.isAsking || asked.isAsking,
    isPossible,
  };
}
