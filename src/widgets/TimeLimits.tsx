import { instantMs } from '#domain/text/dates';
import { PastTime, TimeRow } from './PastTime.tsx';
import { areBackwards, type TimeLimitsChosen } from './useTimeLimits.ts';

interface Props {
  /** The labels of both fields. */
  readonly labels: readonly [from: string, to: string];
  readonly limits: TimeLimitsChosen;
  readonly onLimit: (name: 'from' | 'to', limit: string) => void;
}

/** Renders the two fields of a period, both optional. Source: GAP-69, PERIOD1. */
export function TimeLimits({ labels: [fromLabel, toLabel], limits: { from, to }, onLimit }: Props) {
  const isBackwards = areBackwards({ from, to });
  return (
    <TimeRow>
      <TimeLimit label={fromLabel} limit={from} onLimit={(limit) => onLimit('from', limit)} />
      <TimeLimit
        label={toLabel}
        limit={to}
        onLimit={(limit) => onLimit('to', limit)}
        problem={isBackwards ? 'The end lies before the start.' : undefined}
      />
    </TimeRow>
  );
}

interface TimeLimitProps {
  readonly label: string;
  /** The limit as an ISO instant; undefined if there is none. */
  readonly limit: string | undefined;
  /** Called with '' for no limit. */
  readonly onLimit: (limit: string) => void;
  readonly problem?: string | undefined;
}

/** Renders the field of one end of the period, which may be empty. */
function TimeLimit({ label, limit, onLimit, problem }: TimeLimitProps) {
  const take = (at: number | null) => onLimit(at === null ? '' : new Date(at).toISOString());
  return <PastTime label={label} at={instantMs(limit)} onAt={take} openHint="No limit" problem={problem} />;
}
