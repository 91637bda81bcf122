import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';

/** Renders that a plan could not be loaded, and the button that requests it again. Source: MAP-045. */
export function PlanFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Banner tone="error" action={<Button onClick={onRetry}>Try Again</Button>}>
      Map could not be generated
    </Banner>
  );
}
