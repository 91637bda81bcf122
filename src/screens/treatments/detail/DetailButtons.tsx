import { Download, RefreshCw } from 'lucide-react';
import { getTreatmentDownload } from '#contract/treatment';
import type { Answered } from '#state/useAnswer';
import { useDownload } from '#state/useDownload';
import { Button } from '#ui/Button';
import { useRecount } from './useRecount.ts';

interface Props {
  /** Null while there is no treatment. */
  readonly id: string | null;
  readonly asked: Pick<Answered<unknown>, 'isAsking' | 'refresh'>;
}

/** Counts a treatment anew, and saves it. Give it a key per treatment: what comes of one is not told over another. Source: TRT-017, TRT-018. */
export function DetailButtons({ id, asked }: Props) {
  const { recalculate, isRecalculating, isPossible } = useRecount(id, asked);
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
