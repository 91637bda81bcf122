/** Converts typed column filters of incidents (video, time, id) to query parameters, or to error texts. */

import { MAX_ID_PART } from '#contract/incident';
import { timeSpanOf } from '../text/timeSpan.ts';
import { yesNo } from '../text/yesNo.ts';

/** The column filters that need the server feature `incident_filters`; a missing or empty one does not filter. */
interface ServerFilters {
  readonly video?: string;
  readonly time?: string;
  readonly id?: string;
}

/**
 * Returns the query parameters of valid filters and the error texts of invalid ones. Times are parsed in the IANA zone; undefined means the page's zone.
 * Source: GAP-63, SPAN2.
 */
export function incidentFilterQuery({ video = '', time = '', id = '' }: ServerFilters, zone: string | undefined) {
  const span = timeSpanOf(time, zone);
  const isTooLong = id.length > MAX_ID_PART;
  const problems = [
    ...(time !== '' && span === null
      ? ['Error Time is not filtered: write a day, or a day and a time, such as 04/03/2026 or 04/03/2026, 14:05.']
      : []),
    ...(isTooLong ? [`Incident ID is not filtered: write at most ${MAX_ID_PART} characters.`] : []),
  ];
  const query = {
    ...(video === '' ? {} : { has_video: video === yesNo(true) ? ('true' as const) : ('false' as const) }),
    ...(span === null ? {} : { start_time: new Date(span.startMs).toISOString(), end_time: new Date(span.endMs).toISOString() }),
    ...(id === '' || isTooLong ? {} : { incident_id_contains: id }),
  };
  return { query, problems };
}
