import type { AnswerOf } from '#contract/call';
import type { getHistoryEpisodes } from '#contract/history';
import { dayOfInstant } from '#domain/text/timeStep';
import { countText } from '#domain/text/labels';

/** The day of an instant in the zone of the page, as `2026-03-04`. */
export const dayOf = (at: number): string => dayOfInstant(at, undefined);

/** Returns, by day, the number of episodes that the person has not reviewed, as text. */
export function unreviewedByDay({ result }: AnswerOf<typeof getHistoryEpisodes>): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { at, reviewed } of result) if (!reviewed) counts.set(dayOf(Date.parse(at)), (counts.get(dayOf(Date.parse(at))) ?? 0) + 1);
  return new Map([...counts].map(([day, count]) => [day, `${countText(count, 'episode')} not reviewed`]));
}
