import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import type { DataTableProps } from '../dataTableProps.ts';

/** The amber line above rows that are not of now. */
export function TableNotice({ notice, onRetry }: Pick<DataTableProps<never>, 'notice' | 'onRetry'>) {
  const again = onRetry && (
    <Button look="ghost" onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Banner tone="warning" action={again || undefined}>
      {notice ?? `Not up to date${onRetry === undefined ? ', retrying' : ''}`}
    </Banner>
  );
}
