import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';

/** Renders "Map could not be generated" with Try Again, which requests the plan again. Source: MAP-045. */
export function PlanFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Banner tone="error" action={<Button onClick={onRetry}>Try Again</Button>}>
      Map could not be generated
    </Banner>
  );
}
