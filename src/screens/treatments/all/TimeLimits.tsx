import { chakra } from '@chakra-ui/react';
import { TimeLimit } from './TimeLimit.tsx';
import type { TreatmentFilter } from './useTreatmentFilter.ts';

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '12px 24px', flex: 'none' } });

interface Props {
  readonly filter: TreatmentFilter;
  readonly onLimit: (name: 'from' | 'to', limit: string) => void;
}

/** The time in which the treatments were created, open at either end. Source: GAP-69. */
export function TimeLimits({ filter: { from, to }, onLimit }: Props) {
  const isBackwards = from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);
  return (
    <Row>
      <TimeLimit label="Created from" limit={from} onLimit={(limit) => onLimit('from', limit)} />
      <TimeLimit
        label="Created until"
        limit={to}
        onLimit={(limit) => onLimit('to', limit)}
        problem={isBackwards ? 'The end lies before the start.' : undefined}
      />
    </Row>
  );
}
