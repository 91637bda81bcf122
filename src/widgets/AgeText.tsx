import { ageText } from '#domain/text/duration';
import { selectNow, selectTickedAt } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';
import { Age } from '#ui/Age';

interface Props {
  /** The instant, in ms since epoch. */
  readonly at: number;
  /** The clock that produced `at`: `server` for instants on the wire, `console` for events and responses. */
  readonly clock?: 'server' | 'console';
  /** Age in ms from which it is shown as stale. Default: never. */
  readonly staleAfterMs?: number;
}

/** Renders the age of an instant, such as "48 s old". Renders again only when the text changes. */
export function AgeText({ at, clock = 'server', staleAfterMs = Number.POSITIVE_INFINITY }: Props) {
  const select = clock === 'server' ? selectNow : selectTickedAt;
  const text = useAppSelector((s) => ageText(select(s) - at));
  const stale = useAppSelector((s) => select(s) - at >= staleAfterMs);
  return <Age text={`${text} old`} stale={stale} />;
}
