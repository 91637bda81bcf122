import { instantMs } from '#domain/dates';
import { PastTime } from '#widgets/PastTime';

interface Props {
  readonly label: string;
  /** An instant; left out for no limit. */
  readonly limit: string | undefined;
  /** '' for no limit. */
  readonly onLimit: (limit: string) => void;
  readonly problem?: string | undefined;
}

/** An end of a stretch of time that may be left open. */
export function TimeLimit({ label, limit, onLimit, problem }: Props) {
  const take = (at: number | null) => onLimit(at === null ? '' : new Date(at).toISOString());
  return <PastTime label={label} at={instantMs(limit)} onAt={take} openHint="No limit" problem={problem} />;
}
