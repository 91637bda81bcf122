import { FileDown } from 'lucide-react';
import { getHistoryAvailabilitySheet } from '#contract/history';
import { useDownload } from '#hooks/useDownload';
import type { ViewQueryOf } from '#hooks/useQuery';
import { Button } from '#ui/Button';
import { DownloadProgress } from '#widgets/DownloadProgress';

interface Props {
  /** The month, group and location that the page shows. */
  readonly asked: ViewQueryOf<typeof getHistoryAvailabilitySheet>;
}

/** Renders "Export xlsx", which saves the rows of the page as a spreadsheet. */
export function SheetExport({ asked }: Props) {
  const { download, ...file } = useDownload(getHistoryAvailabilitySheet);
  return (
    <>
      <DownloadProgress of={file} what="the spreadsheet" />
      <Button disabled={!file.isPossible || file.isLoading} aria-busy={file.isLoading} onClick={() => download({}, asked)}>
        <FileDown aria-hidden="true" />
        Export xlsx
      </Button>
    </>
  );
}
