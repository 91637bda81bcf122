import { Button } from '../Button.tsx';
import { Nothing } from '../Nothing.tsx';

interface Props {
  readonly text: string;
  /** Why loading failed; undefined without a failure, or where another part shows it. */
  readonly reason: string | undefined;
  readonly filter: string | undefined;
  readonly onClear: (() => void) | undefined;
  readonly onRetry: (() => void) | undefined;
}

/** Below the heads of a table without rows: why, what was filtered for, and the way back to all. */
export function EmptyRows({ text, reason, filter, onClear, onRetry }: Props) {
  return (
    <Nothing inTable text={text}>
      {reason !== undefined && <span>{reason}</span>}
      {filter !== undefined && <span>Filter: {filter}</span>}
      {onRetry && (
        <Button look="link" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {onClear && (
        <Button look="link" onClick={onClear}>
          Clear Filter
        </Button>
      )}
    </Nothing>
  );
}
