import { getTreatmentDownload } from '#contract/fleet/treatment';
import { useDownload } from '#hooks/useDownload';
import { DownloadIcon } from './DownloadIcon.tsx';

/** Renders the button that saves all data of a treatment as a file. */
export function TreatmentDownload({ id }: { readonly id: string }) {
  const { download, ...state } = useDownload(getTreatmentDownload);
  return <DownloadIcon {...state} file={`treatment ${id}`} onDownload={() => download({ id })} />;
}
