import { Download } from 'lucide-react';
import { getTreatmentDownload } from '#contract/treatment';
import { useDownload } from '#state/hooks/useDownload';
import { IconButton } from '#ui/IconButton';

/** Renders the button that saves all data of a treatment as a file. */
export function TreatmentDownload({ id }: { readonly id: string }) {
  const { download, isLoading, isPossible } = useDownload(getTreatmentDownload);
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
