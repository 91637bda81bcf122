/** Handlers of the history: its index, blocks, charts and lanes, and episodes with their reviews; together with the handlers of availability and regions. */

import type { AnswerOf } from '#contract/call';
import {
  getHistoryActivity,
  getHistoryBlock,
  getHistoryEpisodes,
  getHistoryIndex,
  getHistorySeries,
  MAX_BLOCK_MS,
  MAX_HISTORY_DAYS,
  MAX_OVERVIEW_STEPS,
  MAX_SERIES_DAYS,
  postReviewEpisode,
  type historyCalls,
  type HistoryEpisode,
} from '#contract/history';
import { utcInstant } from '#contract/schema';
import { episodesOf, RELATED_MS, type Episode } from '#domain/history/episodes';
import { isTimezone } from '#domain/text/timezone';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { viewableColours } from '../configuration/viewable.ts';
import { requireOwnTimes } from '../locations/visibility.ts';
import { cacheKeyOf, createAnswerCache } from '../platform/answerCache.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { fit, serve, type Handlers } from '../platform/http/serve.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import { createWorkSlots, type WorkSlots } from '../platform/limits/workSlots.ts';
import { mapInTurns } from '../platform/mapInTurns.ts';
import type { Principal, Scope, ScopedCaller } from '../platform/principal.ts';
import { readActivity } from './activity/readActivity.ts';
import { availabilityHandlers } from './availability/availabilityHandlers.ts';
import { askedSpan } from './reports/askedSpan.ts';
import { createBlockCache } from './blockCache.ts';
import type { HistoryDependencies } from './reports/historyDependencies.ts';
import { noteReview, readReviews, type Review } from './episodes/reviews.ts';
import { historyBlock, type HistoryReader } from './events/historyBlock.ts';
import { heldDays, storedSpans } from './marks/presenceSpans.ts';
import {
  devicesAsked,
  devicesOf,
  indexOf,
  pastOf,
  text,
  textOrNull,
  type IndexAnswer,
  type IndexSpan,
  type MarksReader,
} from './marks/readIndex.ts';
import { readMarks } from './marks/readMarks.ts';
import { unreadableText } from './parquet/storedParquet.ts';
import { regionHandler } from './region/regionHandler.ts';
import { storedVersion } from './reports/readReports.ts';
import type { TimeSpan } from './reports/reportSpan.ts';
import { readSeries } from './series/readSeries.ts';
import type { StepSums } from './series/stepSums.ts';

/** Maximum number of episodes in a response. */
const MAX_EPISODES = 1_000;
/** Age, in ms, from which a span no longer changes: reports that wait for the database are stored later than they arrive. */
const SETTLED_MS = 10 * MINUTE_MS;

const scopeKey = (scope: Scope): string => (scope === 'all' ? 'all' : [...scope].toSorted().join('\n'));

const episodeOf = (episode: Episode, reviews: readonly Review[], username: string): HistoryEpisode => ({
  id: episode.id,
  kind: episode.kind,
  at: text(episode.at),
  to: textOrNull(episode.to),
  serials: [...episode.serials],
  location_id: episode.locationId,
  text: episode.text,
  codes: [...episode.codes],
  count: episode.count,
  subject_id: episode.subjectId,
  reviews: reviews.map(({ username: by, name, at }) => ({ username: by, name, at: at.toISOString() })),
  reviewed: reviews.some((review) => review.username === username),
});

/** Returns the episodes that began in a span, at most `MAX_EPISODES`, and whether the oldest were left out. */
async function episodesIn(dependencies: HistoryDependencies, { scope, colours }: MarksReader, span: TimeSpan) {
  const devices = await devicesOf(dependencies, scope);
  // The search extends beyond the span, so that an episode at its edge is the same as in any other span.
  const around = pastOf({ from: span.from - RELATED_MS, to: span.to + RELATED_MS }, dependencies.now());
  const { marks, hasOlder } = await readMarks(dependencies, { ...around, devices, isNotableOnly: true }, colours);
  const episodes = episodesOf(marks).filter(({ at }) => at >= span.from && at < span.to);
  return { episodes: episodes.slice(0, MAX_EPISODES), hasOlder: hasOlder || episodes.length > MAX_EPISODES };
}

/** Lifetime, in ms, and maximum number of cached reads, one per span: people who open the same month request it at the same time. */
const KEPT = { forMs: 10_000, most: 8 };

/**
 * Creates the functions that read indexes, episodes and the days of a calendar. Callers with the same rights share one read; `slots` limits the reads at a
 * time, so a stop command does not wait long for them.
 */
function sharedReader(dependencies: HistoryDependencies, slots: WorkSlots) {
  const [indexes, episodes, days] = [
    createAnswerCache<IndexAnswer>(dependencies.now, KEPT),
    createAnswerCache<Awaited<ReturnType<typeof episodesIn>>>(dependencies.now, KEPT),
    createAnswerCache<readonly string[]>(dependencies.now, KEPT),
  ];
  const readerOf = ({ caller, scope }: ScopedCaller): MarksReader => ({ scope, colours: viewableColours(caller) });
  const keyOf = ({ scope, colours }: MarksReader, { from, to }: TimeSpan, ...rest: readonly string[]) =>
    cacheKeyOf(scope, JSON.stringify(colours), String(from), String(to), ...rest);
  return {
    index: (who: ScopedCaller, { serial, stepMs, ...span }: IndexSpan) => {
      const reader = readerOf(who);
      return indexes(keyOf(reader, span, serial ?? '', String(stepMs)), () =>
        slots(who.caller, () => indexOf(dependencies, reader, { ...span, serial, stepMs })),
      );
    },
    episodes: (who: ScopedCaller, span: TimeSpan) => {
      const reader = readerOf(who);
      return episodes(keyOf(reader, span), () => slots(who.caller, () => episodesIn(dependencies, reader, span)));
    },
    heldDays: (who: ScopedCaller, span: TimeSpan, zone: string) =>
      days(keyOf(readerOf(who), span, zone), () =>
        slots(who.caller, async () => {
          const devices = await devicesOf(dependencies, who.scope);
          return heldDays(await storedSpans(dependencies, { ...span, devices }), span, zone);
        }),
      ),
  };
}

/** Stores or removes a review. Throws 404 for an episode that the caller cannot see; its id ends with the instant at which the episode began. */
async function reviewed(
  { database, now }: HistoryDependencies,
  episodesOfSpan: (who: ScopedCaller, span: TimeSpan) => ReturnType<typeof episodesIn>,
  {
    caller,
    scope,
    id,
    isReviewed,
  }: { readonly caller: Principal; readonly scope: Scope; readonly id: string; readonly isReviewed: boolean },
): Promise<void> {
  const at = Date.parse(/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(id)?.[0] ?? '');
  if (Number.isNaN(at)) throw createFailure('noEpisode');
  // The id of an outage has its instant only to the minute.
  const { episodes } = await episodesOfSpan({ caller, scope }, { from: at, to: at + MINUTE_MS });
  if (!episodes.some((episode) => episode.id === id)) throw createFailure('noEpisode');
  const { username, name } = caller;
  await noteReview(database, { id, username, name, at: new Date(now()), reviewed: isReviewed });
}

const stepsOf = (sums: StepSums): AnswerOf<typeof getHistorySeries>['battery'] =>
  sums.steps().map(({ at, measured }) => ({
    at: text(at),
    min: measured?.least ?? null,
    max: measured?.most ?? null,
    avg: measured?.mean ?? null,
  }));

/** Slots for charts, lanes, indexes and episodes: a page requests several at once, while the timeline requests blocks from other slots. */
const CHART_LIMITS = { active: 2, waiting: 40, perOrganisation: 20, perPerson: 6 };

/** Creates the handlers of charts and lanes. */
function chartHandlers(
  dependencies: HistoryDependencies,
  chartSlots: WorkSlots,
): Pick<Handlers, 'getHistoryActivity' | 'getHistorySeries'> {
  const { now } = dependencies;
  return {
    getHistoryActivity: serve(getHistoryActivity, async ({ caller, scope, query }) => {
      const span = askedSpan(query, MAX_HISTORY_DAYS * DAY_MS);
      const devices = await devicesAsked(dependencies, scope, query.serial);
      const { servicesOf } = dependencies.registry;
      const { activity, unreadable } = await chartSlots(caller, () =>
        readActivity(dependencies, { ...span, devices }, { scope, servicesOf, now: now() }),
      );
      const result = await mapInTurns(activity, ({ serial, runs }) => ({
        serial,
        runs: runs.map((run) => ({ from: text(run.from), to: text(run.to), activity: run.activity })),
      }));
      return { result, ...(unreadable.length === 0 ? {} : { unreadable: [...unreadable] }) };
    }),
    getHistorySeries: serve(getHistorySeries, async ({ caller, scope, query }) => {
      const span = askedSpan(query, MAX_SERIES_DAYS * DAY_MS);
      const device = requireOwnTimes(scope, dependencies.registry, query.serial);
      const { stepMs, battery, speed, unreadable } = await chartSlots(caller, () =>
        readSeries(dependencies, { ...span, device, scope, points: query.points, now: now() }),
      );
      const names = [...new Set(unreadable.map(unreadableText))];
      return {
        step_seconds: stepMs / 1_000,
        battery: stepsOf(battery),
        speed: stepsOf(speed),
        ...(names.length > 0 ? { unreadable: names } : {}),
      };
    }),
  };
}

/** Returns the reader of a block's log, without its groups of parameters. */
async function blockReader(dependencies: HistoryDependencies, scope: Scope): Promise<Omit<HistoryReader, 'colours'>> {
  const { settings, now } = dependencies;
  const keptDays = settings.HISTORY_EVENT_DAYS;
  const keptFrom = keptDays === 0 ? Number.NEGATIVE_INFINITY : now() - keptDays * DAY_MS;
  return { scope, keptFrom, devices: await devicesOf(dependencies, scope) };
}

/** Creates the handlers of the history. */
export function historyHandlers(dependencies: HistoryDependencies): Pick<Handlers, keyof typeof historyCalls> {
  const { database, workSlots, now } = dependencies;
  const cached = createBlockCache(now);
  const chartSlots = createWorkSlots(CHART_LIMITS);
  const longestMs = MAX_HISTORY_DAYS * DAY_MS;
  const shared = sharedReader(dependencies, chartSlots);
  return {
    ...chartHandlers(dependencies, chartSlots),
    ...availabilityHandlers(dependencies),
    ...regionHandler(dependencies, chartSlots),
    getHistoryIndex: serve(getHistoryIndex, ({ caller, scope, query: { serial, step_seconds: seconds, ...query } }) => {
      const stepMs = seconds === undefined ? null : seconds * 1_000;
      const span = askedSpan(query, stepMs === null ? longestMs : MAX_OVERVIEW_STEPS * stepMs);
      return shared.index({ caller, scope }, { ...span, serial, stepMs });
    }),
    getHistoryBlock: serveFile(getHistoryBlock, async ({ caller, scope, params }) => {
      const span = askedSpan({ from: fit(utcInstant, params.from, 'from'), to: fit(utcInstant, params.to, 'to') }, MAX_BLOCK_MS);
      const colours = viewableColours(caller);
      const isFinal = span.to < now() - SETTLED_MS;
      // Late reports may belong to an old span, so the key of a final block contains the version of its stored reports.
      const version = isFinal ? await storedVersion(dependencies, span) : '';
      const key = [scopeKey(scope), JSON.stringify(colours), span.from, span.to, version].join(' ');
      const make = () =>
        workSlots(caller, async () => historyBlock(dependencies, { ...(await blockReader(dependencies, scope)), colours }, span));
      const body = await cached(key, isFinal, make);
      return { fileName: `history-${params.from}.block`, type: 'application/octet-stream', body };
    }),
    getHistoryEpisodes: serve(getHistoryEpisodes, async ({ caller, scope, query }) => {
      const span = askedSpan(query, longestMs);
      const { timezone: zone } = query;
      if (zone !== undefined && !isTimezone(zone)) throw createFailure('historyZone');
      const who = { caller, scope };
      const { episodes, hasOlder } = await shared.episodes(who, span);
      const days = zone === undefined ? undefined : await shared.heldDays(who, span, zone);
      const reviews = await readReviews(
        database,
        episodes.map(({ id }) => id),
      );
      const result = episodes.map((episode) => episodeOf(episode, reviews.get(episode.id) ?? [], caller.username));
      return { result, ...(days === undefined ? {} : { held_days: [...days] }), ...(hasOlder ? { has_older: true } : {}) };
    }),
    postReviewEpisode: serve(postReviewEpisode, async ({ caller, scope, body: { id, reviewed: isReviewed } }) => {
      await reviewed(dependencies, shared.episodes, { caller, scope, id, isReviewed });
      return { result: true };
    }),
  };
}
