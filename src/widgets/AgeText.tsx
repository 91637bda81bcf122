import { ageText } from '#domain/duration';
import { selectNow, selectTickedAt } from '#state/clock';
import { useAppSelector } from '#state/useAppSelector';
import { Age } from '#ui/Age';

interface Props {
  /** Ms since epoch. */
  readonly at: number;
  /** Whose clock gave `at`: the server's (instants of the wire) or the console's own (events and answers). */
  readonly clock?: 'server' | 'console';
  /** From this age on it is shown as stale; without it never. */
  readonly staleAfterMs?: number;
}

/** How old something is, by the log's clock: "48 s old". Drawn anew only when its words change. */
export function AgeText({ at, clock = 'server', staleAfterMs = Number.POSITIVE_INFINITY }: Props) {
  const select = clock === 'server' ? selectNow : selectTickedAt;
  const text = useAppSelector((s) => ageText(select(s) - at));
  const stale = useAppSelector((s) => select(s) - at >= staleAfterMs);
  return <Age text={`${text} old`} stale={stale} />;
}
