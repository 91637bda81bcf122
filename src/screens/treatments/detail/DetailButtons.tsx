import { Download } from 'lucide-react';
import { getTreatmentDownload, getRecalculateStats } from '#contract/treatment';
import type { Answered } from '#state/useAnswer';
import { useDownload } from '#state/useDownload';
import { useFailureAlert } from '#state/useFailureAlert';
import { useOnSettled } from '#state/useOnSettled';
import { useRequest } from '#state/useRequest';
import { Button } from '#ui/Button';
import { RefreshButton } from '#widgets/RefreshButton';

interface Props {
  /** Null while there is no treatment. */
  readonly id: string | null;
  readonly asked: Pick<Answered<unknown>, 'isPending' | 'refresh'>;
}

/** Recalculates a treatment, and saves it as a file. Needs a key per treatment: the result of one must not show over another. Source: TRT-017, TRT-018. */
export function DetailButtons({ id, asked }: Props) {
  const { recalculate, isRecalculating } = useRecount(id, asked);
  const file = useDownload(getTreatmentDownload);
  return (
    <>
      <RefreshButton disabled={id === null} isPending={isRecalculating} onRefresh={recalculate} />
      <Button
        disabled={id === null || file.isLoading || !file.isPossible}
        aria-busy={file.isLoading}
        onClick={() => id !== null && file.download({ id })}
      >
        <Download aria-hidden="true" />
        Download
      </Button>
    </>
  );
}

/** Recalculates a treatment on the server, then requests it again. A press meanwhile does nothing. Source: GAP-69, OPEN-83. */
function useRecount(id: string | null, asked: Pick<Answered<unknown>, 'isPending' | 'refresh'>) {
  const recount = useRequest(getRecalculateStats);
  const isRecalculating = recount.isPending || asked.isPending;
  useOnSettled(recount, asked.refresh);
  useFailureAlert(recount.failure);
  const recalculate = () => {
    if (id !== null && !isRecalculating) recount.ask({ params: { id } });
  };
  return { recalculate, isRecalculating };
}
