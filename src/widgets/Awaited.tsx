import type { Answered } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { Skeleton } from '#ui/Skeleton';

interface Props {
  readonly asked: Pick<Answered<unknown>, 'answer' | 'isLoading' | 'isUnknown'>;
  /** Said when the answer is there and holds nothing. */
  readonly none?: string;
}

/** What stands in the place of something that is not there: it is loading, was not known, or there is none. A failure is told elsewhere. */
export function Awaited({ asked: { answer, isLoading, isUnknown }, none }: Props) {
  if (isUnknown) return <Banner tone="quiet">Not known at that time</Banner>;
  if (answer !== undefined && none !== undefined) return <Banner tone="quiet">{none}</Banner>;
  if (!isLoading) return null;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton width="100%" />
    </div>
  );
}
