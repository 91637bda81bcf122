import { getHistoryEpisodes, postReviewEpisode, type HistoryEpisode } from '#contract/history';
import { monthAfter, type Month } from '#domain/history/monthDays';
import { shownZone } from '#domain/text/dates';
import { startOfDay } from '#domain/text/timeStep';
import { useAnswer } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';

/** How often the list is requested again, in ms: an episode of now should appear without a reload. */
const EVERY_MS = 60_000;

const beginOf = (month: Month): string => new Date(startOfDay(`${month}-01`, shownZone()) ?? 0).toISOString();

/** Returns the episodes of a month, in the zone of the page, and the function that changes whether the person has reviewed one; null in the past. */
export function useEpisodes(month: Month) {
  const span = { from: beginOf(month), to: beginOf(monthAfter(month, 1)), timezone: shownZone() };
  const query = useAnswer(getHistoryEpisodes, {}, span, { everyMs: EVERY_MS });
  const { save, isPossible } = useSave(postReviewEpisode, { failsAs: 'toast', onSettled: query.refresh });
  const review = ({ id, reviewed }: HistoryEpisode) => save({ params: {}, body: { id, reviewed: !reviewed } });
  return { query, review: isPossible ? review : null };
}
