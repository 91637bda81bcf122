import { chakra } from '@chakra-ui/react';
import { History } from 'lucide-react';
import type { Answered } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Skeleton } from '#ui/Skeleton';

const WIDTHS = ['72%', '54%', '63%'];
const Bars = chakra('div', { base: { display: 'grid', gap: '22px', py: '11px' } });

/** Renders a section before its first response: bars, "Loading failed, retrying", or "Not known at that time". */
export function NoAnswer({ failure, isUnknown }: Pick<Answered<unknown>, 'failure' | 'isUnknown'>) {
  if (isUnknown) {
    return (
      <Banner tone="quiet" icon={History}>
        Not known at that time
      </Banner>
    );
  }
  if (failure !== undefined) return <Banner tone="warning">Loading failed, retrying</Banner>;
  return (
    <Bars role="status" aria-label="Loading">
      {WIDTHS.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </Bars>
  );
}
