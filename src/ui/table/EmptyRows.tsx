import { Button } from '../Button.tsx';
import { Nothing } from '../Nothing.tsx';

interface Props {
  readonly text: string;
  readonly filter: string | undefined;
  readonly onClear: (() => void) | undefined;
}

/** Below the heads of a table without rows: what was filtered for, and the way back to all. */
export function EmptyRows({ text, filter, onClear }: Props) {
  return (
    <Nothing inTable text={text}>
      {filter !== undefined && <span>Filter: {filter}</span>}
      {onClear && (
        <Button look="link" onClick={onClear}>
          Clear Filter
        </Button>
      )}
    </Nothing>
  );
}
