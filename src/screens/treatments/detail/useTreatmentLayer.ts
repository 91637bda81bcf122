import { getRecalculateStats, getTreatmentLayer, type TreatmentLayerName } from '#contract/treatment';
import { selectEntry } from '#state/answers';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { useEnded } from '#state/useEnded';
import { keyOfView } from '#state/useInterest';

/** How much light the lanes of a treatment got; asked again once the treatment has been counted anew. Source: TRT-022..024. */
export function useTreatmentLayer(id: string, layer: TreatmentLayerName | null) {
  const isWanted = layer !== null;
  const asked = useAnswer(getTreatmentLayer, { id, layer: layer ?? '' }, {}, { isWanted });
  const recount = keyOfView(getRecalculateStats, { id });
  const isAsking = useAppSelector((s) => selectEntry(s, recount)?.isAsking ?? false);
  useEnded({ isAsking }, () => {
    if (isWanted) asked.refresh();
  });
  return asked;
}
