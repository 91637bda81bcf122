/** Handlers of availability: returns its rows as JSON and as a spreadsheet. */

import type { ParsedQueryOf } from '#contract/call';
import { getHistoryAvailability, getHistoryAvailabilitySheet, MAX_HISTORY_DAYS } from '#contract/history';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { cacheKeyOf, createAnswerCache } from '../../platform/answerCache.ts';
import { serve, type Handlers } from '../../platform/http/serve.ts';
import { serveFile } from '../../platform/http/serveFile.ts';
import type { ScopedCaller } from '../../platform/principal.ts';
import { spreadsheet, SPREADSHEET_TYPE } from '../../platform/spreadsheet/spreadsheet.ts';
import { askedSpan } from '../reports/askedSpan.ts';
import type { HistoryDependencies } from '../reports/historyDependencies.ts';
import { unreadableText } from '../parquet/storedParquet.ts';
import { availabilitySheet } from './availabilitySheet.ts';
import { requireKnownLocation } from './deployedTimes.ts';
import { type Availability, readAvailability } from './readAvailability.ts';

/** Lifetime, in ms, and maximum number of cached responses: counting a large fleet takes seconds, and the page and its spreadsheet request the same counts. */
const KEPT = { forMs: MINUTE_MS, most: 12 };

/** Creates the function that reads the availability of a caller's devices and throws 404 for a location that the caller cannot see. */
function availabilityReader(dependencies: HistoryDependencies) {
  const { database, registry, workSlots, settings, now } = dependencies;
  const kept = createAnswerCache<Availability>(now, KEPT);
  return async ({ caller, scope }: ScopedCaller, query: ParsedQueryOf<typeof getHistoryAvailability>): Promise<Availability> => {
    const span = askedSpan(query, MAX_HISTORY_DAYS * DAY_MS);
    const { group, location_id: locationId } = query;
    if (locationId !== undefined) await requireKnownLocation(database, scope, locationId);
    return kept(cacheKeyOf(scope, group, String(span.from), String(span.to), locationId ?? ''), (at) => {
      const question = { ...span, scope, group, locationId, now: at, rollupDays: settings.HISTORY_ROLLUP_DAYS };
      return workSlots(caller, () => readAvailability(dependencies, question, registry));
    });
  };
}

/** Returns the file name of the spreadsheet, with the month: one day after `from`, the month has begun in UTC too, for any time zone of the caller. */
const fileNameOf = ({ from, group }: ParsedQueryOf<typeof getHistoryAvailability>): string =>
  `availability-${group}-${new Date(Date.parse(from) + DAY_MS).toISOString().slice(0, 'yyyy-mm'.length)}.xlsx`;

const textOrNull = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** Creates the handlers of availability. */
export function availabilityHandlers(
  dependencies: HistoryDependencies,
): Pick<Handlers, 'getHistoryAvailability' | 'getHistoryAvailabilitySheet'> {
  const readFor = availabilityReader(dependencies);
  return {
    getHistoryAvailability: serve(getHistoryAvailability, async ({ caller, scope, query }) => {
      const { counted, rows, unreadable } = await readFor({ caller, scope }, query);
      return {
        counted_from: textOrNull(counted?.from),
        counted_to: textOrNull(counted?.to),
        result: [...rows],
        ...(unreadable.length > 0 ? { unreadable: unreadable.map(unreadableText) } : {}),
      };
    }),
    getHistoryAvailabilitySheet: serveFile(getHistoryAvailabilitySheet, async ({ caller, scope, query }) => {
      const body = spreadsheet(availabilitySheet(query.group, await readFor({ caller, scope }, query), dependencies.now()));
      return { fileName: fileNameOf(query), type: SPREADSHEET_TYPE, body };
    }),
  };
}
