import { Download, X } from 'lucide-react';
import { getTreatmentDownload } from '#contract/treatment';
import { progressText } from '#domain/text/progress';
import { useDownload } from '#state/hooks/useDownload';
import { IconButton } from '#ui/IconButton';

/** Renders the button that saves all data of a treatment as a file; of a download that takes long it cancels it. */
export function TreatmentDownload({ id }: { readonly id: string }) {
  const { download, cancel, isLoading, isSlow, progress, isPossible } = useDownload(getTreatmentDownload);
  if (isSlow) {
    return (
      <IconButton aria-label={`Cancel download of treatment ${id}`} title={`Cancel. ${progressText(progress)}`} onClick={cancel}>
        <X aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <IconButton
      aria-label={`Download treatment ${id}`}
      aria-busy={isLoading}
      disabled={isLoading || !isPossible}
      onClick={() => download({ id })}
    >
      <Download aria-hidden="true" />
    </IconButton>
  );
}
