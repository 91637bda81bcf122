import { getRecalculateStats, getTreatmentLayer, type TreatmentLayerName } from '#contract/treatment';
import { selectEntry } from '#state/answers';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { useOnSettled } from '#state/useOnSettled';
import { keyOfView } from '#state/useQuery';

/** How much light the lanes of a treatment got; asked again once the treatment has been counted anew. Source: TRT-022..024. */
export function useTreatmentLayer(id: string, layer: TreatmentLayerName | null) {
  const isWanted = layer !== null;
  const asked = useAnswer(getTreatmentLayer, { id, layer: layer ?? '' }, {}, { isWanted });
  const recount = keyOfView(getRecalculateStats, { id });
  const isPending = useAppSelector((s) => selectEntry(s, recount)?.isPending ?? false);
  useOnSettled({ isPending }, () => {
    if (isWanted) asked.refresh();
  });
  return asked;
}
