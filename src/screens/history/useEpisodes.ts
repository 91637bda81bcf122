import { getHistoryEpisodes, postReviewEpisode, type HistoryEpisode } from '#contract/history';
import type { Month } from '#domain/history/monthDays';
import { shownZone } from '#domain/text/dates';
import { useAnswer } from '#hooks/useAnswer';
import { useSaveEach } from '#hooks/useSaveEach';
import { monthSpan } from './monthSpan.ts';

/** How often the list is requested again, in ms: an episode of now should appear without a reload. */
const EVERY_MS = 60_000;

/** Returns the episodes of a month, in the zone of the page, and the function that changes whether the person has reviewed one; null in the past. */
export function useEpisodes(month: Month) {
  const span = { ...monthSpan(month), timezone: shownZone() };
  const query = useAnswer(getHistoryEpisodes, {}, span, { everyMs: EVERY_MS });
  const { save, isPossible } = useSaveEach(postReviewEpisode, { failsAs: 'toast', onSettled: query.refresh });
  const review = ({ id, reviewed }: HistoryEpisode) => save({ params: {}, body: { id, reviewed: !reviewed } });
  return { query, review: isPossible ? review : null };
}
