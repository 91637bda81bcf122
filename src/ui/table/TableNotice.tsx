import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import type { DataTableProps } from '../dataTableProps.ts';

interface Props extends Pick<DataTableProps<never>, 'notice' | 'onRetry'> {
  readonly look: 'failed' | 'stale';
}

/** The amber line above rows that did not come, or are not of now. */
export function TableNotice({ look, notice, onRetry }: Props) {
  const after = onRetry === undefined ? ', retrying' : '';
  const text = notice ?? (look === 'failed' ? `Loading failed${after}` : `Not up to date${after}`);
  const again = onRetry && (
    <Button look="ghost" onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Banner tone="warning" action={again || undefined}>
      {text}
    </Banner>
  );
}
