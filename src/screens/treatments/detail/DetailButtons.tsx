import { Download, RefreshCw } from 'lucide-react';
import { getTreatmentDownload } from '#contract/treatment';
import { useDownload } from '#state/useDownload';
import { Button } from '#ui/Button';
import type { useTreatmentDetail } from './useTreatmentDetail.ts';

interface Props extends Pick<ReturnType<typeof useTreatmentDetail>, 'recalculate' | 'isRecalculating' | 'isPossible'> {
  /** Null while there is no treatment. */
  readonly id: string | null;
}

/** Counts a treatment anew, and saves it. Source: TRT-017, TRT-018. */
export function DetailButtons({ id, recalculate, isRecalculating, isPossible }: Props) {
  const file = useDownload(getTreatmentDownload);
  return (
    <>
      <Button disabled={id === null || !isPossible} aria-busy={isRecalculating} onClick={recalculate}>
        <RefreshCw aria-hidden="true" />
        Refresh Data
      </Button>
      <Button
        disabled={id === null || file.isLoading || !isPossible}
        aria-busy={file.isLoading}
        onClick={() => id !== null && file.download({ id })}
      >
        <Download aria-hidden="true" />
        Download
      </Button>
    </>
  );
}
