import type { Answered } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Skeleton } from '#ui/Skeleton';

interface Props {
  readonly query: Pick<Answered<unknown>, 'answer' | 'isLoading' | 'isUnknown'>;
  /** Shown when the response has arrived and is empty. */
  readonly none?: string;
}

/** Renders a placeholder for missing content: loading, "Not known at that time", or `none`. A failure is shown in the top bar instead. */
export function Awaited({ query: { answer, isLoading, isUnknown }, none }: Props) {
  if (isUnknown) return <Banner tone="quiet">Not known at that time</Banner>;
  if (answer !== undefined && none !== undefined) return <Banner tone="quiet">{none}</Banner>;
  if (!isLoading) return null;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton width="100%" />
    </div>
  );
}
