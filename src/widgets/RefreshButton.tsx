import { RefreshCw } from 'lucide-react';
import { type ComponentProps, useContext } from 'react';
import { IntentContext } from '#state/IntentContext';
import { Button } from '#ui/Button';

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'ms' | 'disabled'> {
  /** What it asks for is on its way; a press meanwhile is of no use. */
  readonly isPending: boolean;
  readonly onRefresh: () => void;
}

/** Asks once more for what is shown. Off in the past, where nothing can be asked. */
export function RefreshButton({ isPending, onRefresh, disabled = false, ...looks }: Props) {
  const isPast = useContext(IntentContext) === null;
  return (
    <Button {...looks} disabled={disabled || isPast} aria-busy={isPending} onClick={isPending ? undefined : onRefresh}>
      <RefreshCw aria-hidden="true" />
      Refresh Data
    </Button>
  );
}
