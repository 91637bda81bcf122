import { RefreshCw } from 'lucide-react';
import { type ComponentProps, useContext } from 'react';
import { WishContext } from '#state/WishContext';
import { Button } from '#ui/Button';

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'ms' | 'disabled'> {
  /** What it asks for is on its way; a press meanwhile is of no use. */
  readonly isAsking: boolean;
  readonly onRefresh: () => void;
}

/** Asks once more for what is shown. Off in the past, where nothing can be asked. */
export function RefreshButton({ isAsking, onRefresh, disabled = false, ...looks }: Props) {
  const isPast = useContext(WishContext) === null;
  return (
    <Button {...looks} disabled={disabled || isPast} aria-busy={isAsking} onClick={isAsking ? undefined : onRefresh}>
      <RefreshCw aria-hidden="true" />
      Refresh Data
    </Button>
  );
}
