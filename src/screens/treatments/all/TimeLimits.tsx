import { chakra } from '@chakra-ui/react';
import { instantMs } from '#domain/text/dates';
import { PastTime } from '#widgets/PastTime';
import type { TreatmentFilter } from './useTreatmentFilter.ts';

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '12px 24px', flex: 'none' } });

interface Props {
  readonly filter: TreatmentFilter;
  readonly onLimit: (name: 'from' | 'to', limit: string) => void;
}

/** Renders the period in which the treatments were created; either end is optional. Source: GAP-69. */
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

interface TimeLimitProps {
  readonly label: string;
  /** An ISO instant; undefined for no limit. */
  readonly limit: string | undefined;
  /** '' for no limit. */
  readonly onLimit: (limit: string) => void;
  readonly problem?: string | undefined;
}

/** Renders one end of the period, which may be empty. */
function TimeLimit({ label, limit, onLimit, problem }: TimeLimitProps) {
  const take = (at: number | null) => onLimit(at === null ? '' : new Date(at).toISOString());
  return <PastTime label={label} at={instantMs(limit)} onAt={take} openHint="No limit" problem={problem} />;
}
