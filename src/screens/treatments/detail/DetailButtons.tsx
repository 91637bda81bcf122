import { Download } from 'lucide-react';
import { getTreatmentDownload, getRecalculateStats } from '#contract/fleet/treatment';
import { eventAnalysisLink } from '#domain/addresses';
import type { Answered } from '#hooks/useAnswer';
import { useDownload } from '#hooks/useDownload';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { DownloadProgress } from '#widgets/DownloadProgress';
import { RefreshButton } from '#widgets/RefreshButton';
import { OtherPage } from '../OtherPage.ts';

interface Props {
  /** Null if there is no treatment. */
  readonly id: string | null;
  readonly query: Pick<Answered<unknown>, 'isPending' | 'refresh'>;
}

/**
 * Renders the buttons that recalculate a treatment on the server and save it as a file (Download). Needs a `key` per treatment, so that the result of one is
 * not shown for another. Source: TRT-017, TRT-018.
 */
export function DetailButtons({ id, query }: Props) {
  const { recalculate, isRecalculating } = useRecount(id, query);
  const file = useDownload(getTreatmentDownload);
  return (
    <>
      {id !== null && <OtherPage to={eventAnalysisLink(id)}>Event Analysis</OtherPage>}
      <RefreshButton disabled={id === null} isPending={isRecalculating} onRefresh={recalculate} />
      <Button
        disabled={id === null || file.isLoading || !file.isPossible}
        aria-busy={file.isLoading}
        onClick={() => id !== null && file.download({ id })}
      >
        <Download aria-hidden="true" />
        Download
      </Button>
      <DownloadProgress of={file} what="the treatment" />
    </>
  );
}

/** Recalculates a treatment on the server, then requests it again. Calls during that time are ignored. Source: GAP-69, OPEN-83. */
function useRecount(id: string | null, query: Pick<Answered<unknown>, 'isPending' | 'refresh'>) {
  const recount = useSave(getRecalculateStats, {
    onSettled: query.refresh,
    unsure: 'The treatment may be recalculated',
    failsAs: 'toastOnly',
  });
  const isRecalculating = recount.isSaving || query.isPending;
  const recalculate = () => {
    if (id !== null && !isRecalculating) recount.save({ params: { id } });
  };
  return { recalculate, isRecalculating };
}
