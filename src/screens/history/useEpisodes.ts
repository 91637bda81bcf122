import { useMemo } from 'react';
import { getHistoryEpisodes, postReviewEpisode, type HistoryEpisode } from '#contract/history';
import type { Month } from '#domain/history/monthDays';
import { shownZone } from '#domain/text/dates';
import { useAnswer } from '#hooks/useAnswer';
import { useSaveEach } from '#hooks/useSaveEach';
import { monthSpan } from './monthSpan.ts';

/** Interval at which the list is requested again, in ms: a current episode should appear without a reload. */
const EVERY_MS = 60_000;

/**
 * Returns the episodes of a month, in the zone of the page, with the person's changes applied, and the function that marks one as reviewed or not;
 * null in the past.
 */
export function useEpisodes(month: Month) {
  const span = { ...monthSpan(month), timezone: shownZone() };
  const query = useAnswer(getHistoryEpisodes, {}, span, { everyMs: EVERY_MS });
  const { save, isPossible, newest } = useSaveEach(postReviewEpisode, { onSettled: query.refresh, shownAt: query.at });
  const answer = useMemo(
    () =>
      query.answer && {
        ...query.answer,
        result: query.answer.result.map((episode) => {
          const reviewed = newest(({ body }) => body?.id === episode.id)?.body?.reviewed ?? episode.reviewed;
          return reviewed === episode.reviewed ? episode : { ...episode, reviewed };
        }),
      },
    [query.answer, newest],
  );
  const review = ({ id, reviewed }: HistoryEpisode) => save({ params: {}, body: { id, reviewed: !reviewed } });
  return { query: { ...query, answer }, review: isPossible ? review : null };
}
