import { RefreshCw } from 'lucide-react';
import { type ComponentProps } from 'react';
import { useIsPast } from '#hooks/IntentContext';
import { Button } from '#ui/Button';

interface Props extends Pick<ComponentProps<typeof Button>, 'variant' | 'ms' | 'disabled'> {
  /** Whether a request is in flight; clicks are then ignored. */
  readonly isPending: boolean;
  readonly onRefresh: () => void;
}

/** Renders "Refresh Data", which requests the shown data again. Disabled in the past, where no requests are possible. */
export function RefreshButton({ isPending, onRefresh, disabled = false, ...looks }: Props) {
  const isPast = useIsPast();
  return (
    <Button {...looks} disabled={disabled || isPast} aria-busy={isPending} onClick={isPending ? undefined : onRefresh}>
      <RefreshCw aria-hidden="true" />
      Refresh Data
    </Button>
  );
}
