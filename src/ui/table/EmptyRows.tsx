import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

interface Props {
  readonly text: string;
  /** The reason why loading failed; undefined if it did not fail, or if another component shows the reason. */
  readonly reason: string | undefined;
  readonly filter: string | undefined;
  readonly onClear: (() => void) | undefined;
  readonly onRetry: (() => void) | undefined;
  /** The step that fills the table. */
  readonly next: ReactNode;
}

/** Renders the empty state of a table: the text, the reason, the filter, and buttons to retry and to clear the filter. */
export function EmptyRows({ text, reason, filter, onClear, onRetry, next }: Props) {
  return (
    <EmptyState inTable text={text}>
      {reason !== undefined && <span>{reason}</span>}
      {next}
      {filter !== undefined && <span>Filter: {filter}</span>}
      {onRetry && (
        <Button variant="link" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {onClear && (
        <Button variant="link" onClick={onClear}>
          Clear Filter
        </Button>
      )}
    </EmptyState>
  );
}
